import { day, hour, minute } from './time.ts'

/** Milliseconds after publishing when a post's metrics are read; later they are read daily. */
const early = [5 * minute, 30 * minute, 2 * hour, 6 * hour, day] as const
const lastRead = 90 * day

/** How long after publishing the metrics of a post are read first. */
export const [firstRead] = early

/** How long after publishing the metrics are read next, if they were last read at this age; null: never again. */
export function nextRead(age: number): number | null {
  const next = early.find((one) => one > age) ?? (Math.floor(age / day) + 1) * day
  return next > lastRead ? null : next
}

/** After this number of reads without data a post counts as deleted. Some platforms return new posts late. */
export const maxAbsences = 7
