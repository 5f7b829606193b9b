import { setTimeout as sleep } from 'node:timers/promises'
import { readTime } from '../../store/browse.ts'
import type { Database } from '../../store/engine/database.ts'

/**
 * An instant, in full units of so many milliseconds, before which nothing can happen any more to a profile's groups: all
 * that was done before it can be seen. Where something was done within the unit that runs, it is the end of that unit,
 * and is waited for, so that whoever has done it finds it.
 */
export async function settledTime(database: Database, profileId: string, unit: number): Promise<number> {
  const { now, changed } = await database.step((tx) => readTime(tx, profileId, unit))
  const full = now - (now % unit)
  if (!changed) return full
  const end = full + unit
  for (let at = now; at < end; at = await timeNow(database, profileId)) await sleep(end - at)
  return end
}

/** The same to the millisecond, whatever was done within it. */
export const timeNow = async (database: Database, profileId: string): Promise<number> =>
  (await database.step((tx) => readTime(tx, profileId, 1))).now
