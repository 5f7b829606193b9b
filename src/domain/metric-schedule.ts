import { day, hour, minute } from './time.ts'

/** Milliseconds after publishing when a post is read; from then on daily. */
const early = [5 * minute, 30 * minute, 2 * hour, 6 * hour, day] as const
const lastRead = 90 * day

/** How long after publishing a post is read first. */
export const [firstRead] = early

/** How long after publishing a post is read next, where so long after it it has been read; null: never again. */
export function nextRead(age: number): number | null {
  const next = early.find((one) => one > age) ?? (Math.floor(age / day) + 1) * day
  return next > lastRead ? null : next
}

/** As often in a row a platform may tell nothing of a post before it counts as gone: some show a new one late. */
export const maxAbsences = 7
