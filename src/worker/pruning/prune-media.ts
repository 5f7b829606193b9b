import { day, second } from '../../domain/time.ts'
import { ourPrefix } from '../../media/host.ts'
import type { Storage, StoredFile } from '../../media/storage/storage.ts'
import type { Database } from '../../store/engine/database.ts'
import {
  beginRemoval,
  endRemoval,
  knownFiles,
  listOldMedia,
  type MediaPosition,
  type OldMedia,
} from '../../store/posts/media.ts'
import type { Clock } from '../../system/clock.ts'
import type { Pauses } from './pauses.ts'

/** A file that has not arrived after this time never will: its upload URL was valid for an hour. */
const awaitedFor = day
/** A file without a row that is older than this was left by an interrupted upload. */
const leftBehindAfter = day
const batch = 100
/** The pause after each batch of files that are compared with the table. */
const orphanPause = second / 5

export interface PruneMedia {
  readonly database: Database
  readonly storage: Storage
  readonly clock: Clock
  readonly keepDays: number
  readonly pauses: Pauses
}

/** The names of a file before and after it was accepted. A client may have PUT it straight into the storage. */
const stagedName = (file: string): string => file.replace(`${ourPrefix}media/`, `${ourPrefix}staging/`)
const lastingName = (key: string): string => key.replace(`${ourPrefix}staging/`, `${ourPrefix}media/`)

/** Removes media that nothing has used for a while, and announced files that never arrived. */
export async function pruneMedia(services: PruneMedia): Promise<void> {
  const { clock, keepDays, storage } = services
  const now = clock.now()
  await walk(services, { before: now - keepDays * day }, ({ unused }) => Promise.resolve(unused))
  await walk(services, { before: now - awaitedFor, state: 'awaiting' }, async ({ unused, file }) => {
    return unused && (await storage.stat(file)) === null && (await storage.stat(stagedName(file))) === null
  })
}

/** Goes through the table by age, and removes what is to be removed. */
async function walk(
  { database, storage, pauses }: PruneMedia,
  range: { readonly before: number; readonly state?: 'awaiting' },
  isOver: (media: OldMedia) => Promise<boolean>,
): Promise<void> {
  let after: MediaPosition | undefined = { created_at: 0, key: '' }
  while (after && !pauses.stopped()) {
    const page: OldMedia[] = await listOldMedia(database.read, { ...range, after, limit: batch })
    for (const media of page) {
      if (pauses.stopped()) return
      if (!(await isOver(media))) continue
      const begun = performance.now()
      await remove({ database, storage }, media)
      await pauses.rest(performance.now() - begun)
    }
    after = page.length === batch ? page.at(-1) : undefined
  }
}

/** With its small picture, which nothing else keeps. */
async function remove(services: Pick<PruneMedia, 'database' | 'storage'>, media: OldMedia): Promise<void> {
  const { key, user_id, small } = media
  if ((await removeOne(services, { key, user_id })) && small) await removeOne(services, { key: small, user_id })
}

/** The row goes last: if the process ends in between, it says what is still to be removed. False: something needs it. */
async function removeOne(
  { database, storage }: Pick<PruneMedia, 'database' | 'storage'>,
  { key, user_id }: Pick<OldMedia, 'key' | 'user_id'>,
): Promise<boolean> {
  const file = await database.ofUser(user_id, (tx) => beginRemoval(tx, key))
  if (file === undefined) return false
  await storage.remove(file)
  if (stagedName(file) !== file) await storage.remove(stagedName(file))
  await database.step((tx) => endRemoval(tx, key))
  return true
}

/** Removes files without a row, which a crash can leave between storing a file and its row. Reads the whole storage. */
export async function removeOrphans({ database, storage, clock, pauses }: PruneMedia): Promise<void> {
  const before = clock.now() - leftBehindAfter
  await storage.removeUnfinished(ourPrefix, before)
  let page: StoredFile[] = []
  for await (const found of storage.list(ourPrefix)) {
    if (pauses.stopped()) return
    if (found.modifiedAt < before) page.push(found)
    if (page.length < batch) continue
    await removeUnknown({ database, storage }, page)
    page = []
    await pauses.pause(orphanPause)
  }
  await removeUnknown({ database, storage }, page)
}

async function removeUnknown(
  { database, storage }: Pick<PruneMedia, 'database' | 'storage'>,
  files: readonly StoredFile[],
): Promise<void> {
  const known = await knownFiles(
    database.read,
    files.map(({ key }) => lastingName(key)),
  )
  for (const { key } of files) if (!known.has(lastingName(key))) await storage.remove(key)
}
