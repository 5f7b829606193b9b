import { PublicError } from '../../contract/errors.ts'
import { checkLength, isBlank } from '../../domain/check-text.ts'
import type { Finding } from '../../domain/content.ts'
import type { Platform } from '../../platforms/shared/platform.ts'

/** Refuses a reply that the platform does not accept. A reply is never shortened. */
export function checkMessage({ title, comment: rule }: Platform, named: string, message: string): void {
  const path = 'message'
  const findings: readonly Finding[] = isBlank(message)
    ? [{ path, code: 'text_required', message: 'The reply has no text.' }]
    : rule
      ? checkLength(
          { ...rule, overlong: 'refused' },
          { who: title, what: 'reply', text: message, path, code: 'text_too_long' },
        ).findings
      : []
  const [first] = findings
  if (first)
    throw new PublicError('content_rejected', first.message, {
      details: findings.map((finding) => ({ ...finding, platform: named })),
    })
}
