import { checkFile, type Label } from './check-file.ts'
import { type Findings, isBlank, warning } from './check-text.ts'
import { chooseThumbnail } from './check-thumbnail.ts'
import { type ChosenType, counted } from './choose-post-type.ts'
import type { ContentMedia, Finding, PostWarning } from './content.ts'
import { cutText } from './count-text.ts'
import type { FindingCode } from './finding-codes.ts'
import type { MediaKind, MediaType } from './media-types.ts'
import type { MediaRule, PostType, RuleBook } from './post-rules.ts'
import type { RequestedMedia, RequestedPost } from './requested-post.ts'
import { describeKinds, describeSets, noun, number, ruleOwner, typeName } from './rule-words.ts'

export interface CheckedMedia extends Findings {
  readonly media: readonly ContentMedia[]
  readonly needsEligible: boolean
}

/** Checks the media of a post against the set that is nearest to them. */
export function checkMedia(
  rules: RuleBook,
  chosen: ChosenType,
  { media, eligible, postType }: RequestedPost,
): CheckedMedia {
  const who = ruleOwner(rules, chosen.type)
  const items = media.map((item, index) => {
    const kind = chosen.kinds[index]
    const rule = kind && ruleOf(chosen, kind)
    if (!rule) return { item: { ...item, altText: null, thumbnail: null }, findings: [], warnings: [], limits: [] }
    const label = { who, path: `media.${index}`, name: media.length === 1 ? `The ${noun(kind)}` : `Item ${index + 1}` }
    const file = checkFile(rule, item.facts, label, { eligible, types: typesInPlaceOf(kind, rule, chosen) })
    const extras = checkExtras(rule, item, { ...label, many: noun(kind, 2) }, media)
    return { ...extras, ...file, warnings: [...converted(rule, item, who), ...file.warnings, ...extras.warnings] }
  })
  const limits = items.flatMap((one) => one.limits)
  return {
    media: items.map(({ item }) => item),
    findings: [...setFindings(rules, chosen, postType), ...items.flatMap(({ findings }) => findings)],
    warnings: distinct(items.flatMap(({ warnings }) => warnings)),
    needsEligible: limits.includes('eligible') && !limits.includes('nobody'),
  }
}

/** The rule for an item of this kind. An item that cannot be combined with the others is checked too. */
const ruleOf = ({ type, set }: ChosenType, kind: MediaKind): MediaRule | undefined =>
  [set, ...type.media].map((one) => one[kind]).find((rule) => rule !== undefined)

/** The types that a file may have. A single image may also become a GIF, if the platform has a rule for GIFs. */
const typesInPlaceOf = (kind: MediaKind, { types }: MediaRule, { type, kinds }: ChosenType): readonly MediaType[] =>
  kind === 'image' && kinds.length === 1
    ? [...new Set([...types, ...type.media.flatMap(({ gif }) => gif?.types ?? [])])]
    : types

/** Several items with the same warning get it once. */
const distinct = (warnings: readonly PostWarning[]): PostWarning[] => [
  ...new Map(warnings.map((one) => [`${one.code} ${one.message}`, one])).values(),
]

/** Findings about the media as a whole: their kinds and numbers. `named` is the post type that the caller chose. */
function setFindings(
  rules: RuleBook,
  { type, set, kinds, fits }: ChosenType,
  named: string | null | undefined,
): Finding[] {
  if (fits) return []
  const found = (code: FindingCode, message: string, more: object = {}, path = 'media') => ({
    path,
    code,
    message,
    ...more,
  })
  const who = ruleOwner(rules, type)
  // Without media and without a chosen type, the caller may mean any type.
  const accepts =
    kinds.length === 0 && typeof named !== 'string'
      ? `${rules.title} accepts ${describeSets(...rules.postTypes)}`
      : `${who} accepts ${describeSets(type)}`
  const has = `this post has ${describeKinds(kinds)}`
  const acceptedHere = kindsOf([type])
  const acceptedAnywhere = kindsOf(rules.postTypes)
  const counts = countFindings({ set, kinds })
  const notAccepted = kinds.flatMap((kind, index) => {
    if (acceptedHere.has(kind)) return []
    const instead = rules.instead?.[kind]
    const none = `${acceptedAnywhere.has(kind) ? who : rules.title} does not accept ${noun(kind, 2)}.`
    // Findings about the counts contain the accepted media. Without them, this finding does.
    const more = instead ?? (counts.length > 0 ? undefined : `${accepts}.`)
    return [found('media_not_taken', more === undefined ? none : `${none} ${more}`, {}, `media.${index}`)]
  })
  const mixed = kinds.some((kind) => !set[kind] && acceptedHere.has(kind))
  return [
    ...notAccepted,
    ...(mixed ? [found('mixed_media', `${accepts}; ${has}, which cannot be combined.`)] : []),
    ...counts.map(({ code, ...numbers }) => found(code, `${accepts}; ${has}.`, numbers)),
  ]
}

/** The kinds of media that at least one of the types accepts. */
const kindsOf = (types: readonly PostType[]): ReadonlySet<MediaKind> =>
  new Set(types.flatMap(({ media }) => media.flatMap((set) => counted(set, []).map(({ kind }) => kind))))

interface CountFault {
  readonly code: FindingCode
  readonly limit: number
  readonly actual: number
}

function countFindings({ set, kinds }: Pick<ChosenType, 'set' | 'kinds'>): CountFault[] {
  const parts = counted(set, kinds)
  const taken = parts.reduce((sum, { count }) => sum + count, 0)
  const outside = (actual: number, { min, max }: { min: number; max: number }): CountFault[] => {
    if (actual > max) return [{ code: 'too_many_media', limit: max, actual }]
    return actual < min ? [{ code: actual === 0 ? 'media_required' : 'too_few_media', limit: min, actual }] : []
  }
  const inAll = set.total ? outside(taken, set.total) : []
  return inAll.length > 0 ? inAll : parts.flatMap(({ rule, count }) => outside(count, rule.count))
}

const converted = ({ converted: types = [] }: MediaRule, { facts }: RequestedMedia, who: string): PostWarning[] =>
  types.includes(facts.contentType)
    ? [
        warning(
          'media_converted',
          `Polypost converts the ${typeName(facts.contentType)} to JPEG, because ${who} does not accept ${typeName(facts.contentType)}.`,
          'info',
        ),
      ]
    : []

/** An item's alternative text and cover, if the platform accepts them. */
function checkExtras(
  rule: MediaRule,
  item: RequestedMedia,
  label: Label & { readonly many: string },
  media: readonly RequestedMedia[],
) {
  const altText = checkAltText(rule, item.altText, label)
  const cover = chooseThumbnail(rule.thumbnail, item.thumbnail, label, media)
  return {
    item: {
      file: item.file,
      url: item.url,
      facts: item.facts,
      altText: altText.text,
      thumbnail: cover.thumbnail,
      ...(item.thumbnail !== null && cover.thumbnail === null ? { coverLeftOut: true as const } : {}),
    },
    warnings: [...altText.warnings, ...cover.warnings],
  }
}

/**
 * An alternative text that is too long is shortened, not refused: all platforms get the same one, and their limits differ
 * by a factor of eight.
 */
function checkAltText(
  { altText: max }: MediaRule,
  text: string | null,
  { who, name, many }: Label & { readonly many: string },
): { text: string | null; warnings: readonly PostWarning[] } {
  if (text === null || isBlank(text)) return { text: null, warnings: [] }
  if (max === undefined) {
    const message = `${who} does not accept alternative texts for ${many}, so the alternative text is left out.`
    return { text: null, warnings: [warning('alt_text_unsupported', message)] }
  }
  const shortened = cutText(text, { max, unit: 'characters' })
  if (shortened === text) return { text, warnings: [] }
  const message = `${name} has an alternative text of more than ${number(max ?? 0)} characters, the limit of ${who}; the text is shortened.`
  return { text: shortened, warnings: [warning('text_shortened', message)] }
}
