import { checkComments } from './check-comments.ts'
import { checkMedia } from './check-media.ts'
import { checkText } from './check-text.ts'
import { choosePostType } from './choose-post-type.ts'
import type { Content, Finding, PostWarning, StoredMedia } from './content.ts'
import type { MediaKind } from './media-types.ts'
import type { PostType, TextRule, TextUnit } from './post-rules.ts'

/** What a platform takes; a `Platform` is one. */
export interface RuleBook {
  readonly name: string
  readonly title: string
  /** At least one. */
  readonly postTypes: readonly PostType[]
  readonly comment: TextRule | null
  readonly instead?: Instead
  readonly supports: { readonly firstComments: number; readonly altText: boolean; readonly thumbnails: boolean }
}

/** What can be done with media of a kind that the platform does not take, as a sentence. */
export type Instead = Partial<Readonly<Record<MediaKind, string>>>

export interface AskedMedia extends StoredMedia {
  readonly altText: string | null
  readonly thumbnail: StoredMedia | 'not_hosted' | null
}

/** A post as it is meant for one platform. */
export interface Asked {
  /** As the options name it; else it is derived from the media. */
  readonly postType: string | null | undefined
  readonly text: string
  /** Where the request has the text: `message` or `platform_options.<platform>.message`. */
  readonly textPath: string
  readonly media: readonly AskedMedia[]
  readonly comments: readonly string[]
  /** Names of the platform's options that are given. */
  readonly options?: readonly string[]
  /** Whether the account is one of those that the platform lets go further. */
  readonly eligible: boolean
}

export interface Checked {
  /**
   * What would be published, whatever is not taken dropped. With findings it can't be published, but the platform may
   * find more in it; null where the media fit no set, so that nothing can be said of it.
   */
  readonly content: Omit<Content, 'options'> | null
  readonly findings: readonly Finding[]
  readonly warnings: readonly PostWarning[]
  readonly preview: {
    readonly post_type: string | null
    readonly text: string
    readonly length: number
    readonly limit: number | null
    readonly unit: TextUnit
  }
  /** Whether a file goes beyond what every account may, and not beyond what an eligible one may. */
  readonly needsEligible: boolean
}

/** Checks a post by the rules of one platform; everything that is wrong with it is found at once. */
export function checkContent(rules: RuleBook, wanted: Asked): Checked {
  const byOption = typeByOption(rules, wanted)
  const asked = byOption === undefined ? wanted : { ...wanted, media: [] }
  const named = asked.postType ?? byOption
  const chosen = choosePostType(rules, named, asked.media)
  const { type } = chosen
  const text = checkText(rules, type, asked)
  const media = checkMedia(rules, chosen, asked)
  const comments = checkComments(rules, type, asked.comments)
  const parts = [text, media, comments]
  return {
    content: chosen.fits
      ? { postType: type.name, text: text.text, media: media.media, comments: comments.comments }
      : null,
    findings: parts.flatMap((part) => part.findings).map((finding) => ({ ...finding, platform: rules.name })),
    warnings: parts.flatMap((part) => part.warnings).map((warning) => ({ ...warning, platform: rules.name })),
    preview: {
      post_type: chosen.fits || named === type.name ? type.name : null,
      text: text.text,
      length: text.length,
      limit: type.text.max,
      unit: type.text.unit,
    },
    needsEligible: media.needsEligible,
  }
}

const typeByOption = ({ postTypes }: RuleBook, { options = [] }: Asked): string | undefined =>
  postTypes.find(({ byOption }) => byOption !== undefined && options.includes(byOption))?.name
