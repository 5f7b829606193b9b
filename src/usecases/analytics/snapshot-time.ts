import { setTimeout as sleep } from 'node:timers/promises'
import { readTime } from '../../store/browse.ts'
import type { Database } from '../../store/engine/database.ts'

/**
 * An instant in full units of milliseconds. All changes of the profile's groups before it are visible, and no more can
 * follow. If a group has changed within the current unit, it is the end of that unit, and the function waits for it, so
 * that the caller sees its own changes.
 */
export async function snapshotTime(database: Database, profileId: string, unit: number): Promise<number> {
  const { now, changed } = await database.step((tx) => readTime(tx, profileId, unit))
  const full = now - (now % unit)
  if (!changed) return full
  const end = full + unit
  for (let at = now; at < end; at = await timeNow(database, profileId)) await sleep(end - at)
  return end
}

/** The same with a precision of a millisecond, and without waiting. */
export const timeNow = async (database: Database, profileId: string): Promise<number> =>
  (await database.step((tx) => readTime(tx, profileId, 1))).now
