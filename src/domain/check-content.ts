import { checkComments } from './check-comments.ts'
import { checkMedia } from './check-media.ts'
import { checkText, type Findings, warning } from './check-text.ts'
import { choosePostType } from './choose-post-type.ts'
import type { Content, Finding, PostWarning } from './content.ts'
import type { PostType, RuleBook, TextUnit } from './post-rules.ts'
import type { RequestedPost } from './requested-post.ts'
import { ruleOwner } from './rule-words.ts'

export interface ContentCheck {
  /**
   * The content that would be published, without the parts that the platform does not accept. A platform may check it
   * further even if there are findings. Null if the media match no set.
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
  /** Whether a file exceeds a limit of ordinary accounts, and none of eligible accounts. */
  readonly needsEligible: boolean
}

/** Checks a post against the rules of one platform, and returns all findings at once. */
export function checkContent(rules: RuleBook, post: RequestedPost): ContentCheck {
  const byOption = typeByOption(rules, post)
  const requested = byOption === undefined ? post : { ...post, media: [] }
  const named = requested.postType ?? byOption
  const chosen = choosePostType(rules, named, requested.media)
  const { type } = chosen
  const text = checkText(rules, type, requested)
  const media = checkMedia(rules, chosen, requested)
  const comments = checkComments(rules, type, requested.comments)
  const parts = [text, media, comments, leftOut(rules, type, byOption === undefined ? 0 : post.media.length)]
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

/** A type that an option selects has no media, although the post may have some for the other platforms. */
function leftOut(rules: RuleBook, type: PostType, items: number): Findings {
  const message = `${ruleOwner(rules, type)} has no media, so the media of the post are left out.`
  return { findings: [], warnings: items === 0 ? [] : [warning('media_left_out', message)] }
}

const typeByOption = ({ postTypes }: RuleBook, { options = [] }: RequestedPost): string | undefined =>
  postTypes.find(({ byOption }) => byOption !== undefined && options.includes(byOption))?.name
