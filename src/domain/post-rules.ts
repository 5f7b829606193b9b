import type { MediaType } from './media-types.ts'

/** What a platform takes, as data: the same tables are shown to callers and checked against. */
export interface PostType {
  readonly name: string
  /** An option of the platform by which this type is chosen, and which stands in the place of media: those are for others. */
  readonly byOption?: string
  readonly text: TextRule
  /** The sets of media of which a post must match one. `{}` is a post without media. */
  readonly media: readonly MediaSet[]
  /** False where this type takes no follow-up comments although the platform does. */
  readonly firstComments?: false
  /** What else holds for this type, as sentences for people. */
  readonly notes?: readonly string[]
}

export interface TextRule {
  /** `caption`: text is optional beside media; `none`: the type shows no text, and it is dropped with a warning. */
  readonly use: 'required' | 'caption' | 'none'
  readonly max: number | null
  readonly unit: TextUnit
  /** A second limit, in bytes of UTF-8, where the platform has one beside `max`. */
  readonly maxBytes?: number
  readonly overlong: 'refused' | 'shortened'
  /** An option of the platform that may stand where there is neither text nor media. */
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
  /** How many items the set has in all, where that is more than the rules of its kinds say. */
  readonly total?: Range
}

export interface Range {
  readonly min: number
  readonly max: number
}

export interface MediaRule {
  readonly count: Range
  readonly types: readonly MediaType[]
  /** Those of `types` that the platform does not take itself: they become JPEG before they are sent. */
  readonly converted?: readonly MediaType[]
  readonly maxBytes?: number
  readonly seconds?: Range
  readonly minWidth?: number
  readonly minHeight?: number
  readonly maxWidth?: number
  readonly maxHeight?: number
  /** Width divided by height. */
  readonly aspect?: Range
  /** The longest alternative text, in characters; null where no limit is known. Left out: none is taken here. */
  readonly altText?: number | null
  /** Left out: no cover can be chosen here. */
  readonly thumbnail?: ThumbnailRule
  /** Limits for accounts that the platform lets go further; checked at the connected account. */
  readonly eligible?: { readonly maxBytes?: number; readonly maxSeconds?: number; readonly who: string }
  /** Where the platform itself may refuse what Polypost accepts; going beyond is a warning. */
  readonly stricter?: { readonly maxBytes?: number; readonly maxSeconds?: number; readonly source: string }
  /** Where the numbers come from, and when that was read. */
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
  /** The platform takes it, and may show something else all the same: that is a warning. */
  readonly mayNotShow?: true
  readonly source: string
}
