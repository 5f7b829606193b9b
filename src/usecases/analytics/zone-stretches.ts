import { Temporal } from 'temporal-polyfill'
import type { ZoneStretch } from '../../domain/zone-stretch.ts'

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
