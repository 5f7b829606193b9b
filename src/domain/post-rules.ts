import type { MediaKind, MediaType } from './media-types.ts'

/** The rules of one platform; a `Platform` is one. */
export interface RuleBook {
  readonly name: string
  readonly title: string
  /** At least one. */
  readonly postTypes: readonly PostType[]
  readonly comment: TextRule | null
  readonly instead?: Instead
  readonly supports: { readonly firstComments: number; readonly altText: boolean; readonly thumbnails: boolean }
}

/** A sentence about what a user can do with media of a kind that the platform does not accept. */
export type Instead = Partial<Readonly<Record<MediaKind, string>>>

/** A post type that a platform accepts, as data: the API returns these tables, and posts are checked against them. */
export interface PostType {
  readonly name: string
  /** An option of the platform that selects this type. The type then has no media: they are for the other platforms. */
  readonly byOption?: string
  readonly text: TextRule
  /** The sets of media of which a post must match one. `{}` is a post without media. */
  readonly media: readonly MediaSet[]
  /** False if this type does not accept follow-up comments although the platform does. */
  readonly firstComments?: false
  /** Further rules of this type, as sentences for people. */
  readonly notes?: readonly string[]
}

export interface TextRule {
  /** `caption`: text is optional with media; `none`: the type does not show text, and it is dropped with a warning. */
  readonly use: 'required' | 'caption' | 'none'
  readonly max: number | null
  readonly unit: TextUnit
  /** A second limit, in bytes of UTF-8, if the platform has one in addition to `max`. */
  readonly maxBytes?: number
  readonly overlong: 'refused' | 'shortened'
  /** An option of the platform that can replace text and media. */
  readonly insteadOption?: string
  readonly source: string
}

/**
 * How text is measured. `characters`: Unicode code points; `utf16`: JavaScript's `length`; `graphemes`: what people see
 * as one character; `weighted`: the weights of twitter-text, a link always 23; `bytes`: UTF-8; `emoji_bytes`: code
 * points, but an emoji as many as it has bytes of UTF-8.
 */
export const textUnits = ['characters', 'utf16', 'graphemes', 'weighted', 'bytes', 'emoji_bytes'] as const

export type TextUnit = (typeof textUnits)[number]

export interface MediaSet {
  readonly image?: MediaRule
  readonly gif?: MediaRule
  readonly video?: MediaRule
  /** The number of items of all kinds together, if it is limited beyond the rules of the kinds. */
  readonly total?: Range
}

export interface Range {
  readonly min: number
  readonly max: number
}

export interface MediaRule {
  readonly count: Range
  readonly types: readonly MediaType[]
  /** The `types` that the platform itself does not accept: Polypost converts them to JPEG. */
  readonly converted?: readonly MediaType[]
  readonly maxBytes?: number
  readonly seconds?: Range
  readonly minWidth?: number
  readonly minHeight?: number
  readonly maxWidth?: number
  readonly maxHeight?: number
  /** Width divided by height. */
  readonly aspect?: Range
  /** The longest alternative text, in characters; null if no limit is known. Missing: alternative texts are not accepted. */
  readonly altText?: number | null
  /** Missing: no cover can be chosen. */
  readonly thumbnail?: ThumbnailRule
  /** Higher limits of some accounts; checked for the connected account. */
  readonly eligible?: { readonly maxBytes?: number; readonly maxSeconds?: number; readonly who: string }
  /** Above these limits the platform itself may refuse what Polypost accepts; the post gets a warning. */
  readonly stricter?: { readonly maxBytes?: number; readonly maxSeconds?: number; readonly source: string }
  /** The source of the numbers, and when it was read. */
  readonly source: string
}

/** A cover that breaks a rule is dropped with a warning; it never stops a post. */
export interface ThumbnailRule {
  readonly types: readonly MediaType[]
  readonly maxBytes?: number
  readonly minWidth?: number
  readonly aspect?: Range
  /** The cover is chosen from the post's own media, and must be one of them. */
  readonly fromMedia?: true
  /** The platform accepts the cover, but may show something else: the post gets a warning. */
  readonly mayNotShow?: true
  readonly source: string
}
