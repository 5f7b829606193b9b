import type { RuleBook } from './check-content.ts'
import { checkLength, type Findings, isBlank, warning } from './check-text.ts'
import type { PostType } from './post-rules.ts'
import { number, taker } from './rule-words.ts'

export interface CheckedComments extends Findings {
  /** Those that would be published. */
  readonly comments: readonly string[]
}

/** Checks the follow-up comments of a post; those that are not taken are left out. */
export function checkComments(rules: RuleBook, type: PostType, comments: readonly string[]): CheckedComments {
  const { comment: rule } = rules
  const most = rule === null || type.firstComments === false ? 0 : rules.supports.firstComments
  const taken = comments.slice(0, most)
  const warnings = taken.length < comments.length ? [leftOut(taker(rules, type), most)] : []
  if (rule === null) return { comments: [], findings: [], warnings }
  const checked = taken.map((text, index) => {
    const path = `comments_under_post.${index}`
    if (!isBlank(text))
      return checkLength(rule, { who: rules.title, what: 'comment', text, path, code: 'comment_too_long' })
    return { text, findings: [{ path, code: 'text_required', message: 'A comment needs a text.' }], warnings: [] }
  })
  return {
    comments: checked.map(({ text }) => text),
    findings: checked.flatMap(({ findings }) => findings),
    warnings: [...warnings, ...checked.flatMap((one) => one.warnings)],
  }
}

const leftOut = (who: string, most: number) =>
  warning(
    'comments_unsupported',
    most === 0
      ? `${who} takes no follow-up comments, so they are left out.`
      : `${who} takes at most ${number(most)} follow-up comments, so the others are left out.`,
  )
