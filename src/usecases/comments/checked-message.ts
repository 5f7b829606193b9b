import { PublicError } from '../../contract/errors.ts'
import { checkLength, isBlank } from '../../domain/check-text.ts'
import type { Finding } from '../../domain/content.ts'
import { countText } from '../../domain/count-text.ts'
import type { TextRule, TextUnit } from '../../domain/post-rules.ts'
import type { Platform } from '../../platforms/shared/platform.ts'

export interface CheckedMessage {
  readonly length: number
  readonly limit: number | null
  readonly unit: TextUnit
  readonly findings: readonly Finding[]
}

/** A platform without a rule: the API’s own limit holds. */
const noRule: Pick<TextRule, 'max' | 'unit'> = { max: null, unit: 'characters' }

/** The reasons why the platform refuses a reply, and the length of the reply. A reply is never shortened. */
export function checkedMessage({ title, comment: rule }: Platform, named: string, message: string): CheckedMessage {
  const path = 'message'
  const { max, unit } = rule ?? noRule
  const checked = rule
    ? checkLength(
        { ...rule, overlong: 'refused' },
        { who: title, what: 'reply', text: message, path, code: 'text_too_long' },
      )
    : { length: countText(message, unit), findings: [] }
  const found: readonly Finding[] = isBlank(message)
    ? [{ path, code: 'text_required', message: 'The reply has no text.' }]
    : checked.findings
  const findings = found.map((finding) => ({ ...finding, platform: named }))
  return { length: checked.length, limit: max, unit, findings }
}

/** Refuses a reply that the platform does not accept. */
export function checkMessage(platform: Platform, named: string, message: string): void {
  const { findings } = checkedMessage(platform, named, message)
  const [first] = findings
  if (first) throw new PublicError('content_rejected', first.message, { details: findings })
}
