import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../store/engine/database.ts'
import { hasChanged, readTime } from '../../store/posts/browse.ts'

/**
 * An instant in full units of milliseconds. All changes of the profiles' groups before it are visible, and no more can
 * follow. If a group has changed within the current unit, it is the end of that unit, and the function waits for it, so
 * that the caller sees its own changes.
 */
export async function snapshotTime(database: Database, profileIds: readonly string[], unit: number): Promise<number> {
  const now = await readTime(database, profileIds)
  const full = now - (now % unit)
  if (!(await hasChanged(database.read, profileIds, full))) return full
  const end = full + unit
  for (let at = now; at < end; at = await readTime(database, profileIds)) await sleep(end - at)
  return end
}
