import type { Fault, Finding } from './check-delivery.ts'

/** What is printed of a delivery; `times` is how often its event has come by now. */
export function showDelivery(finding: Finding, times: number): string {
  const { event, eventId, data, own, standard } = finding
  return printable(
    [
      `${event}  ${eventId}${times > 1 ? `  (again: ${times} times now, so it is to be ignored)` : ''}`,
      `  X-Service-Payload-Signature  ${shown(own)}`,
      `  Standard Webhooks headers    ${shown(standard)}`,
      indented(JSON.stringify(data, null, 2)),
      '',
    ].join('\n'),
  )
}

const shown = (fault: Fault): string => (fault === null ? 'right' : `WRONG: ${fault}`)

const indented = (text: string): string => text.replace(/^/gm, '  ')

/** What came from elsewhere must not steer the terminal: controls and invisible signs are written out. */
export const printable = (text: string): string =>
  text.replace(/[^\P{C}\n]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)
