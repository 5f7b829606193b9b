import { PublicError } from '../contract/errors.ts'
import { lastEventIdPattern } from '../contract/status-stream.ts'

/** The event after which a stream continues; null if it starts now. */
export function parseLastEventId(id: unknown): number | null {
  if (id === undefined) return null
  if (typeof id === 'string' && lastEventIdPattern.test(id)) return Number(id)
  throw new PublicError('validation_failed', 'Last-Event-ID must be the ID of an event of this stream.', {
    details: [
      { path: 'Last-Event-ID', code: 'invalid_format', message: 'Must be a whole number: the `id` of an event.' },
    ],
  })
}
