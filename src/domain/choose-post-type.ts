import type { RuleBook } from './check-content.ts'
import type { StoredMedia } from './content.ts'
import { type MediaKind, mediaTypes } from './media-types.ts'
import type { MediaRule, MediaSet, PostType } from './post-rules.ts'

/** The post type by which a post is checked, and which of its sets the media come nearest to. */
export interface ChosenType {
  readonly type: PostType
  readonly set: MediaSet
  /** The kinds of the media, in their order. */
  readonly kinds: readonly MediaKind[]
  /** Whether the media match the set by their kinds and numbers. */
  readonly fits: boolean
}

/** The type that the caller names, else the first that the media fit, else the one that they come nearest to. */
export function choosePostType(
  rules: RuleBook,
  named: string | null | undefined,
  media: readonly StoredMedia[],
): ChosenType {
  const kinds = media.map((item) => kindOf(rules, item))
  const asked = rules.postTypes.filter(({ name }) => name === named)
  const types = asked.length > 0 ? asked : rules.postTypes
  const ranked = types
    .flatMap((type) => type.media.map((set) => ({ type, set, kinds, ...distance(set, kinds) })))
    .sort((one, other) => one.strangers - other.strangers || one.tooManyOrFew - other.tooManyOrFew)
  const [nearest] = ranked
  if (!nearest) throw new Error(`${rules.title} has no post type that says what media it takes.`)
  const { type, set, strangers, tooManyOrFew } = nearest
  return { type, set, kinds, fits: strangers + tooManyOrFew === 0 }
}

/** A GIF is one more image where the platform has no rules for GIFs of their own. */
function kindOf({ postTypes }: RuleBook, { facts }: StoredMedia): MediaKind {
  const kind = mediaTypes[facts.contentType]
  const takesGifs = postTypes.some(({ media }) => media.some(({ gif }) => gif))
  return kind === 'gif' && !takesGifs ? 'image' : kind
}

export const mediaKinds = ['image', 'gif', 'video'] as const satisfies readonly MediaKind[]

/** The rules of a set that has any, with how many items there are of each kind. */
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
  const taken = parts.reduce((sum, { count }) => sum + count, 0)
  const outside = (count: number, { min, max }: { min: number; max: number }) =>
    Math.max(min - count, 0) + Math.max(count - max, 0)
  return {
    /** Items of a kind that the set has no place for. */
    strangers: kinds.length - taken,
    tooManyOrFew: parts.reduce(
      (sum, { rule, count }) => sum + outside(count, rule.count),
      set.total ? outside(taken, set.total) : 0,
    ),
  }
}
