import { checkLength, type Findings, isBlank, warning } from './check-text.ts'
import type { Finding } from './content.ts'
import type { PostType, RuleBook } from './post-rules.ts'
import { number, ruleOwner } from './rule-words.ts'

export interface CheckedComments extends Findings {
  /** The comments that would be published. */
  readonly comments: readonly string[]
}

/** Checks the follow-up comments of a post; comments that the platform does not accept are left out. */
export function checkComments(rules: RuleBook, type: PostType, comments: readonly string[]): CheckedComments {
  const { comment: rule } = rules
  const max = rule === null || type.firstComments === false ? 0 : rules.supports.firstComments
  const accepted = comments.slice(0, max)
  const warnings = accepted.length < comments.length ? [leftOut(ruleOwner(rules, type), max)] : []
  if (rule === null) return { comments: [], findings: [], warnings }
  const checked = accepted.map((text, index) => {
    const path = `comments_under_post.${index}`
    if (!isBlank(text))
      return checkLength(rule, { who: rules.title, what: 'comment', text, path, code: 'comment_too_long' })
    return { text, findings: [noText(path)], warnings: [] }
  })
  return {
    comments: checked.map(({ text }) => text),
    findings: checked.flatMap(({ findings }) => findings),
    warnings: [...warnings, ...checked.flatMap((one) => one.warnings)],
  }
}

const leftOut = (who: string, max: number) =>
  warning(
    'comments_unsupported',
    max === 0
      ? `${who} does not accept follow-up comments, so they are left out.`
      : `${who} accepts at most ${number(max)} follow-up comments, so the others are left out.`,
  )

const noText = (path: string): Finding => ({ path, code: 'text_required', message: 'A comment must have text.' })
