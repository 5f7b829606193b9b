import { Temporal } from 'temporal-polyfill'

/** How far the clocks of a zone are ahead of UTC, in milliseconds, before a moment; the last one has no end. */
export interface ZoneStretch {
  readonly before: number | null
  readonly ahead: number
}

/** The clocks of a zone between two moments: a new stretch begins where they are changed. */
export function zoneStretches(zone: string, from: number, to: number): readonly ZoneStretch[] {
  const stretches: ZoneStretch[] = []
  for (let at = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone); ; ) {
    const ahead = at.offsetNanoseconds / 1_000_000
    const change = at.getTimeZoneTransition('next')
    const isLast = change === null || change.epochMilliseconds >= to
    stretches.push({ before: isLast ? null : change.epochMilliseconds, ahead })
    if (isLast) return stretches
    at = change
  }
}
