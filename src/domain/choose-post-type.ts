import type { StoredMedia } from './content.ts'
import { type MediaKind, mediaTypes } from './media-types.ts'
import type { MediaRule, MediaSet, PostType, RuleBook } from './post-rules.ts'

/** The post type that a post is checked against, and the set of it that is nearest to the media. */
export interface ChosenType {
  readonly type: PostType
  readonly set: MediaSet
  /** The kinds of the media, in their order. */
  readonly kinds: readonly MediaKind[]
  /** Whether the media match the set by their kinds and numbers. */
  readonly fits: boolean
}

/** The type that the caller names, else the first type that the media match, else the nearest one. */
export function choosePostType(
  rules: RuleBook,
  named: string | null | undefined,
  media: readonly StoredMedia[],
): ChosenType {
  const kinds = media.map((item) => kindOf(rules, item))
  const wanted = rules.postTypes.filter(({ name }) => name === named)
  const types = wanted.length > 0 ? wanted : rules.postTypes
  const ranked = types
    .flatMap((type) => type.media.map((set) => ({ type, set, kinds, ...distance(set, kinds) })))
    .sort((one, other) => one.misplaced - other.misplaced || one.miscounted - other.miscounted)
  const [nearest] = ranked
  if (!nearest) throw new Error(`${rules.title} has no post type with a set of media.`)
  const { type, set, misplaced, miscounted } = nearest
  return { type, set, kinds, fits: misplaced + miscounted === 0 }
}

/** A GIF counts as an image if the platform has no rules for GIFs. */
function kindOf({ postTypes }: RuleBook, { facts }: StoredMedia): MediaKind {
  const kind = mediaTypes[facts.contentType]
  const hasGifRules = postTypes.some(({ media }) => media.some(({ gif }) => gif))
  return kind === 'gif' && !hasGifRules ? 'image' : kind
}

export const mediaKinds = ['image', 'gif', 'video'] as const satisfies readonly MediaKind[]

/** The rules of a set, with the number of items of each kind. */
export const counted = (
  set: MediaSet,
  kinds: readonly MediaKind[],
): { readonly kind: MediaKind; readonly rule: MediaRule; readonly count: number }[] =>
  mediaKinds.flatMap((kind) => {
    const rule = set[kind]
    return rule ? [{ kind, rule, count: kinds.filter((one) => one === kind).length }] : []
  })

const distance = (set: MediaSet, kinds: readonly MediaKind[]) => {
  const parts = counted(set, kinds)
  const counts = parts.reduce((sum, { count }) => sum + count, 0)
  const outside = (count: number, { min, max }: { min: number; max: number }) =>
    Math.max(min - count, 0) + Math.max(count - max, 0)
  return {
    /** The number of items of a kind that is not in the set. */
    misplaced: kinds.length - counts,
    miscounted: parts.reduce(
      (sum, { rule, count }) => sum + outside(count, rule.count),
      set.total ? outside(counts, set.total) : 0,
    ),
  }
}
