import { day } from '../../domain/time.ts'
import { ourPrefix } from '../../media/host.ts'
import type { Storage } from '../../media/storage/storage.ts'
import type { Database } from '../../store/engine/database.ts'
import { deleteMedia, isFileKnown, listOldMedia } from '../../store/media.ts'
import type { Clock } from '../../system/clock.ts'

/** A file without a row that is older than this was left by an interrupted upload. */
const leftBehindAfter = day
const batch = 500

interface PruneMedia {
  readonly database: Database
  readonly storage: Storage
  readonly clock: Clock
  readonly keepDays: number
}

/** A file that a client has uploaded straight into the storage keeps its staging name until it is used. */
const lastingName = (key: string): string => key.replace(`${ourPrefix}staging/`, `${ourPrefix}media/`)

/** Removes old media, and files without a row, which a crash can leave between storing a file and its row. */
export async function pruneMedia(
  { database, storage, clock, keepDays }: PruneMedia,
  stopped: () => boolean,
): Promise<void> {
  const now = clock.now()
  let old: { key: string; file: string }[]
  do {
    old = await listOldMedia(database.read, now - keepDays * day, batch)
    for (const { key, file } of old) {
      // The row is deleted first: a file without a row is found below, but a row without a file never.
      if (await database.transaction((tx) => deleteMedia(tx, key))) await storage.remove(file)
    }
  } while (old.length === batch && !stopped())

  await storage.sweep(ourPrefix, now - leftBehindAfter)
  for await (const { key, modifiedAt } of storage.list(ourPrefix)) {
    if (stopped()) return
    if (modifiedAt >= now - leftBehindAfter) continue
    if (!(await isFileKnown(database.read, lastingName(key)))) await storage.remove(key)
  }
}
