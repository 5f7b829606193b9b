import { PublicError } from '../../contract/errors.ts'
import type { Finding } from '../../domain/content.ts'
import { OutboundFault } from '../../outbound/fault.ts'
import { checkUrl } from '../../outbound/guard.ts'
import type { Services } from '../context.ts'

/** Findings about a callback URL that need no DNS lookup. */
export function callbackFindings({ callbacks }: Pick<Services, 'callbacks'>, path: string, url: string): Finding[] {
  try {
    const { protocol } = checkUrl(url, callbacks.exceptions)
    if (protocol === 'https:' || callbacks.allowHttp) return []
  } catch (error) {
    if (error instanceof OutboundFault) return [{ path, code: 'forbidden_address', message: error.message }]
    throw error
  }
  return [
    {
      path,
      code: 'forbidden_address',
      message: 'Must be an https URL. The operator can allow http with POLYPOST_ALLOW_HTTP_WEBHOOKS.',
    },
  ]
}

/** Refuses a URL that events cannot be sent to. */
export function checkWebhookUrl(services: Pick<Services, 'callbacks'>, url: string): void {
  const details = callbackFindings(services, 'url', url)
  const [first] = details
  if (first)
    throw new PublicError('forbidden_address', `Events cannot be sent to this URL. ${first.message}`, { details })
}
