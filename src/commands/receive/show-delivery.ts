import type { Event } from '@polypost/sdk'
import type { Fault, Finding } from './check-delivery.ts'

/** The text that is printed for a delivery; `times` is how often its event was received. */
export function showDelivery(finding: Finding, times: number): string {
  const { event, eventId, data, own, standard } = finding
  return printable(
    [
      `${event}  ${eventId}${times > 1 ? `  (received ${times} times: ignore the repetition)` : ''}`,
      `  X-Service-Payload-Signature  ${shown(own)}`,
      `  Standard Webhooks headers    ${shown(standard)}`,
      indented(JSON.stringify(data, null, 2)),
      '',
    ].join('\n'),
  )
}

/** The text for an event that was read. */
export const showEvent = ({ event, event_id, data }: Event): string =>
  [`${event}  ${event_id}`, indented(JSON.stringify(data, null, 2))].join('\n')

const shown = (fault: Fault): string => (fault === null ? 'valid' : `INVALID: ${fault}`)

const indented = (text: string): string => text.replace(/^/gm, '  ')

/** Received text must not control the terminal: control and invisible characters are escaped. */
export const printable = (text: string): string =>
  text.replace(/[^\P{C}\n]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)
