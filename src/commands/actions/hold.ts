import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type RestoreResult, restoreBackup } from '../../app/backups/restore-backup.ts'
import { type Config, readConfig } from '../../app/config.ts'
import { prepareDirectory } from '../../app/data-dir.ts'
import { embeddedFile, openStore, type Store } from '../../app/open-store.ts'
import { holdIfRestored, holdNow } from '../../app/stay-current.ts'
import { replaceDatabase } from '../../store/engine/backup.ts'
import { lockDirectory } from '../../store/engine/lock.ts'
import { countLost, findHold, keepUnpublished, listLost, markLost, release } from '../../store/hold.ts'
import { fileStamp, isoTime, systemClock } from '../../system/clock.ts'
import { CommandFault, WrongUse } from '../fault.ts'
import { withStore } from './with-store.ts'

interface ReleaseOptions {
  readonly show?: true
  readonly stopped?: string
}

/** Jobs that are listed. */
const listedJobs = 200

export const hold = ({ since }: { readonly since?: string }): Promise<void> =>
  withStore(async ({ database }) => {
    const directory = readConfig(process.env).dataDir
    const reason = 'An operator holds the database.'
    await holdNow({ database, directory }, { reason, since: since === undefined ? null : readTime(since) })
    await show({ database })
  })

export const endHold = (options: ReleaseOptions): Promise<void> => withStore((store) => releaseStore(store, options))

export async function restore(given: string): Promise<void> {
  const config = readConfig(process.env)
  if (config.databaseUrl !== null)
    throw new CommandFault(
      '“polypost restore” puts back a copy of the embedded database. For PostgreSQL, use pg_restore while no Polypost runs; docs/operate/backup.md has the steps.',
    )
  const copy = resolve(given)
  const about = await stat(copy).catch(() => {
    throw new CommandFault(`There is no file ${copy}; nothing was changed.`)
  })
  await prepareDirectory(config.dataDir)
  const lock = lockDirectory(config.dataDir)
  let restored: RestoreResult
  try {
    const stamp = fileStamp(systemClock.now())
    restored = about.isDirectory() ? await restoreBackup(config, copy, stamp) : await restoreAlone(config, copy, stamp)
  } finally {
    lock.release()
  }
  const store = await openStore(config, systemClock, { locks: true, migrates: true })
  try {
    const { database } = store
    const reason = `The database was restored from ${copy}.`
    await holdNow({ database, directory: config.dataDir }, { reason, since: null })
    console.log(`${copy} is now in ${config.dataDir}.`)
    for (const earlier of restored.retained) console.log(`What was there before is kept as ${earlier}.`)
    if (restored.missing > 0)
      console.log(`${restored.missing} files of media are missing in the backup. Posts that need them will fail.`)
    await show(store)
  } finally {
    await store.close()
  }
}

/** The database only. */
async function restoreAlone(config: Config, copy: string, stamp: string): Promise<RestoreResult> {
  const target = embeddedFile(config)
  const earlier = await replaceDatabase(copy, target, `${target}.before-restore-${stamp}`)
  return { retained: earlier === null ? [] : [earlier], missing: 0 }
}

async function releaseStore({ database }: Store, options: ReleaseOptions): Promise<void> {
  const stopped = options.stopped === undefined ? null : readTime(options.stopped)
  // A copy that was put back by hand, and that no service has used yet.
  await holdIfRestored({ database, directory: readConfig(process.env).dataDir })
  const until = await markLost(database)
  if (until === null) return console.log('The database is not held. There is nothing to release.')
  if (options.show) return show({ database })
  if (stopped !== null) await keepUnpublished(database, { after: stopped, until })
  await show({ database })
  const count = (await countLost(database.readLong)).reduce((sum, one) => sum + one.count, 0)
  if (!(await database.step((tx) => release(tx, until))))
    throw new CommandFault(
      'The hold has changed meanwhile, so the database was not released. Look at it with “polypost release --show”, then release it again.',
    )
  console.log(
    [
      'The database is released. What becomes due is published.',
      ...(count === 0
        ? []
        : [
            'Polypost now asks the platforms about the jobs above. What a platform shows is completed.',
            'The others become action_required with outcome_unknown: nothing of them is sent before a person has decided with “polypost jobs resolve ID”.',
          ]),
    ].join('\n'),
  )
}

async function show({ database }: Pick<Store, 'database'>): Promise<void> {
  const hold = await findHold(database.read)
  if (hold === null) return
  const { reason, since, until } = hold
  const counts = await countLost(database.readLong)
  const jobs = await listLost(database.readLong, listedJobs)
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  console.log(`The database is held. ${reason}`)
  console.log(`It does not know what was done from ${isoTime(since)} to ${isoTime(until)}.`)
  if (all === 0) return console.log('No job was due in that time.')
  console.log(`${all} ${all === 1 ? 'job was' : 'jobs were'} due by then and may have been published:`)
  for (const { platform, count } of counts) console.log(`  ${platform}: ${count}`)
  for (const { id, post_id, platform, status, scheduled_for } of jobs)
    console.log(`  job ${id} of post ${post_id}, ${platform}, ${status}, due at ${isoTime(scheduled_for)}`)
  if (all > jobs.length) console.log(`  … and ${all - jobs.length} more`)
}

function readTime(text: string): number {
  const at = Date.parse(text)
  if (Number.isNaN(at) || !/\d(Z|[+-]\d\d:?\d\d)$/i.test(text))
    throw new WrongUse(`“${text}” is not a time with its zone, such as 2026-11-22T09:00:00Z.`)
  return at
}
