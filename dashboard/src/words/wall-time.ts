import { type LocalTime, localOf, readLocal } from './zoned.ts'

/** The time on the clocks of a zone at a time of the API. */
export const wallTimeOf = (time: string, zone: string): LocalTime => localOf(Date.parse(time), zone)

/** The day in a zone: “2026-11-24”. */
export const dayOf = (time: string, zone: string): string => wallTimeOf(time, zone).slice(0, 10)

export const todayIn = (zone: string): string => localOf(Date.now(), zone).slice(0, 10)

const minute = 60_000
const day = 24 * 60 * minute

/** On the clocks: days keep the time of the day. */
export function movedBy(wall: LocalTime, { days, minutes = 0 }: { days: number; minutes?: number }): LocalTime {
  const moved = Date.parse(`${wall}:00Z`) + days * day + minutes * minute
  return new Date(moved).toISOString().slice(0, 16)
}

/** The instant that the service takes: the first of two, and the one after a gap. In UTC. */
export function instantOf(wall: LocalTime, zone: string): string {
  const reading = readLocal(wall, zone)
  if (reading.kind === 'once') return new Date(reading.at).toISOString()
  return new Date(reading.kind === 'twice' ? reading.first : reading.second).toISOString()
}
