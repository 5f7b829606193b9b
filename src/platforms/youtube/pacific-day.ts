import { day, hour, minute, second } from '../../domain/time.ts'

/** Google's clock and ours may differ. */
const margin = 5 * minute

let clock: Intl.DateTimeFormat | undefined

/** Made at its first use: it loads the tables of time zones, which a start does not need. */
function californianClock(): Intl.DateTimeFormat {
  clock ??= new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Los_Angeles',
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  return clock
}

/** When Google's daily quotas reset: shortly after the next midnight in California (quota page, 2026-06-01). */
export function nextPacificDay(now: number): number {
  const midnight = now - sinceMidnight(now) + day
  // On the two days when the clocks change, midnight comes an hour earlier or later.
  const off = sinceMidnight(midnight)
  return (off > day / 2 ? midnight + (day - off) : midnight - off) + margin
}

/** In milliseconds of local time in California. */
function sinceMidnight(at: number): number {
  const parts = new Map<string, number>(
    californianClock()
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const of = (name: string) => parts.get(name) ?? 0
  return of('hour') * hour + of('minute') * minute + of('second') * second + (at % second)
}
