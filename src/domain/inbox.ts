import { day, hour, minute } from './time.ts'

/** How long after publishing the comments on a post are read for the inbox. */
export const inboxReadFor = 30 * day
/** The first time; also the shortest time between two. */
const firstInboxRead = 5 * minute

const latestRead = 12 * hour
/** The next read comes after this part of the time since the last comment, and not before this part of the post's age. */
const patience = 1 / 4
const leastPart = 1 / 200

/** Milliseconds until the comments of a post are read again for the inbox; null: never. */
export function nextInboxRead({ age, quiet }: { readonly age: number; readonly quiet: number }): number | null {
  if (age > inboxReadFor) return null
  return Math.min(Math.max(quiet * patience, age * leastPart, firstInboxRead), latestRead)
}
