import { Temporal } from 'temporal-polyfill'
import { malformed } from '../refuse.ts'
import { isZone, unknownZone } from './resolve-schedule.ts'

/** The first and the last millisecond of a range, as its two parameters say: a whole day in the zone, or an instant. */
export function timeRange<F extends string, T extends string>(
  query: Readonly<Partial<Record<F | T, string | undefined>>> & { readonly timezone?: string | undefined },
  from: F,
  to: T,
): { readonly from: number | undefined; readonly to: number | undefined } {
  const { timezone = 'UTC' } = query
  if (!isZone(timezone)) throw malformed([unknownZone('timezone', timezone)])
  const [first, last] = [query[from], query[to]]
  return {
    from: first === undefined ? undefined : instantOf(first, timezone, 0),
    to: last === undefined ? undefined : instantOf(last, timezone, 1),
  }
}

/** The start of a day, or the end of the day: one millisecond before the start of the next. */
function instantOf(text: string, zone: string, days: 0 | 1): number {
  if (text.includes('T')) return Date.parse(text)
  const start = Temporal.PlainDate.from(text).add({ days }).toZonedDateTime(zone)
  return start.epochMilliseconds - days
}
