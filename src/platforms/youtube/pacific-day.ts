import { day, hour, minute, second } from '../../domain/time.ts'

/** In milliseconds: Google's clocks and ours may differ, and the first who ask again need not be all at once. */
const margin = 5 * minute

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** When Google's quotas are full again: shortly after the next midnight in California (quota page, 2026-06-01). */
export function nextPacificDay(now: number): number {
  const midnight = now - sinceMidnight(now) + day
  // On the two days on which the clocks change, midnight comes an hour sooner or later.
  const off = sinceMidnight(midnight)
  return (off > day / 2 ? midnight + (day - off) : midnight - off) + margin
}

/** In milliseconds, as the clocks on the wall say. */
function sinceMidnight(at: number): number {
  const parts = new Map<string, number>(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const of = (name: string) => parts.get(name) ?? 0
  return of('hour') * hour + of('minute') * minute + of('second') * second + (at % second)
}
