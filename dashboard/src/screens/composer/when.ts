import { type LocalTime, localOf, type Reading, readLocal } from '../../words/zoned.ts'
import type { Schedule } from './content.ts'

/** When to publish, as it stands in the fields. Without a date and a time: now. */
export interface When {
  /** `2026-11-24` */
  readonly date: string
  /** `09:00` */
  readonly time: string
  readonly zone: string
  /** The moment that is meant, in milliseconds: it has seconds, and the clocks may show it twice. Null: only the fields say it. */
  readonly chosen: number | null
}

export const noTime = (zone: string): When => ({ date: '', time: '', zone, chosen: null })

export const whenAtLocal = (local: LocalTime, zone: string): When => {
  const [date = '', time = ''] = local.split('T')
  return { date, time: time.slice(0, 5), zone, chosen: null }
}

export const whenAt = (time: number, zone: string): When => ({
  ...whenAtLocal(localOf(time, zone), zone),
  chosen: time,
})

/** The meaning of the fields; null: they are not complete. */
export function readWhen({ date, time, zone, chosen }: When): Reading | null {
  if (date === '' || time === '') return null
  const local = `${date}T${time}`
  if (chosen !== null && localOf(chosen, zone) === local) return { kind: 'once', at: chosen }
  return readLocal(local, zone)
}

/** For the API: the moment, so that nothing is left to interpret, and the zone in which it was chosen. */
export function scheduleOf(when: When): Schedule {
  const reading = readWhen(when)
  if (reading?.kind !== 'once') return {}
  return { scheduled_at: new Date(reading.at).toISOString(), scheduled_timezone: when.zone }
}
