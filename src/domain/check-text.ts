import type { Finding, PostWarning } from './content.ts'
import { countText, cutText, fits, isFarTooLong } from './count-text.ts'
import type { FindingCode } from './finding-codes.ts'
import type { PostType, RuleBook, TextRule } from './post-rules.ts'
import type { RequestedPost } from './requested-post.ts'
import { number, ruleOwner, unitName } from './rule-words.ts'
import type { PostWarningCode } from './warning-codes.ts'

/** The result of checking one part of a post; the platform's name is added later. */
export interface Findings {
  readonly findings: readonly Finding[]
  readonly warnings: readonly PostWarning[]
}

export interface CheckedText extends Findings {
  /** The text that would be published. */
  readonly text: string
  readonly length: number
}

/** Spaces and invisible characters show nothing. */
export const isBlank = (text: string): boolean => /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u.test(text)

export const warning = (
  code: PostWarningCode,
  message: string,
  severity: PostWarning['severity'] = 'warning',
): PostWarning => ({
  platform: null,
  code,
  severity,
  message,
})

/** Checks the text of a post against the rule of its type. */
export function checkText(
  rules: RuleBook,
  type: PostType,
  { text, textPath, media, options = [] }: RequestedPost,
): CheckedText {
  const rule = type.text
  const who = ruleOwner(rules, type)
  if (rule.use === 'none') {
    const message = `${who} does not show text, so the text is left out.`
    return {
      text: '',
      length: 0,
      findings: [],
      warnings: isBlank(text) ? [] : [warning('caption_unsupported', message)],
    }
  }
  const replacedByOption = rule.insteadOption !== undefined && options.includes(rule.insteadOption)
  const required = rule.use === 'required' || (media.length === 0 && !replacedByOption)
  if (required && isBlank(text)) {
    const findings: Finding[] = [{ path: textPath, code: 'text_required', message: `${who} requires text.` }]
    return { text, length: lengthOf(text, rule), findings, warnings: [] }
  }
  return checkLength(rule, { who, what: 'text', text, path: textPath, code: 'text_too_long' })
}

/** Checks the length of a text. */
export function checkLength(
  rule: TextRule,
  { who, what, text, path, code }: { who: string; what: string; text: string; path: string; code: FindingCode },
): CheckedText {
  const length = lengthOf(text, rule)
  if (fits(text, rule)) return { text, length, findings: [], warnings: [] }
  const { max, maxBytes, unit } = rule
  if (rule.overlong === 'shortened') {
    const shortened = cutText(text, rule)
    const message = `${who} accepts at most ${limitWords(rule)}; the ${what} has ${number(length)} and is shortened.`
    const warnings = [warning('text_shortened', message)]
    return { text: shortened, length: countText(shortened, unit), findings: [], warnings }
  }
  const limits = [
    ...(max === null ? [] : [{ limit: max, actual: length, unit }]),
    ...(maxBytes === undefined ? [] : [{ limit: maxBytes, actual: countText(text, 'bytes'), unit: 'bytes' as const }]),
  ]
  const findings = limits
    .filter(({ limit, actual }) => actual > limit)
    .map((found) => ({ path, code, message: tooLong(who, what, found), ...found }))
  return { text, length, findings, warnings: [] }
}

/** A text that is not counted has its number of UTF-16 units. */
const lengthOf = (text: string, rule: TextRule): number =>
  isFarTooLong(text, rule) ? text.length : countText(text, rule.unit)

const limitWords = ({ max, maxBytes, unit }: TextRule): string =>
  max === null ? `${number(maxBytes ?? 0)} ${unitName('bytes')}` : `${number(max)} ${unitName(unit)}`

const tooLong = (
  who: string,
  what: string,
  { limit, actual, unit }: { limit: number; actual: number; unit: TextRule['unit'] },
): string => `${who} accepts at most ${number(limit)} ${unitName(unit)}; the ${what} has ${number(actual)}.`
