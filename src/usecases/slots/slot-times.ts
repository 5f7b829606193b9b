import { Temporal } from 'temporal-polyfill'
import { day } from '../../domain/time.ts'
import type { PostingPlan } from '../../store/posts/slots.ts'

/**
 * The times of a plan in this many days from a moment, in ascending order. A local time that the clocks skip is the time
 * after the gap, and one that they show twice is the first: as for a local `scheduled_at`.
 */
export function slotTimes({ timezone, slots }: PostingPlan, after: number, days: number): number[] {
  const today = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(timezone).toPlainDate()
  const times = Array.from({ length: days + 1 }, (_, ahead) => today.add({ days: ahead })).flatMap((date) =>
    slots
      .filter(({ weekday }) => weekday === date.dayOfWeek)
      .map(({ time }) => date.toZonedDateTime({ timeZone: timezone, plainTime: time }).epochMilliseconds),
  )
  const wanted = times.filter((time) => time > after && time <= after + days * day)
  return [...new Set(wanted)].sort((a, b) => a - b)
}

/** `YYYY-MM-DDTHH:mm:ss` on the clocks of a zone. */
export const localTime = (time: number, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(time)
    .toZonedDateTimeISO(timezone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
