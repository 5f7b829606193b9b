import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import { makeBackup } from '../../app/backups/make-backup.ts'
import { type Config, readConfig } from '../../app/config.ts'
import { secretFile, writeLastBackup } from '../../app/data-dir.ts'
import { counted } from '../../app/health/check.ts'
import { embeddedFile } from '../../app/open-store.ts'
import { copyDatabase } from '../../store/engine/backup.ts'
import { systemClock } from '../../system/clock.ts'
import { CommandFault, WrongUse } from '../fault.ts'
import { withStore } from './with-store.ts'

export const migrate = (): Promise<void> =>
  withStore(async ({ database }) => console.log(`The ${database.kind} database is up to date.`), { migrates: true })

export interface BackupOptions {
  readonly keep?: number
  readonly withoutKey?: true
}

export async function backup(target: string, options: BackupOptions): Promise<void> {
  const config = readConfig(process.env)
  if (!target.endsWith('.db')) return backUp(config, target, options)
  if (options.keep !== undefined || options.withoutKey)
    throw new WrongUse('--keep and --without-key are for a folder of backups, and not for one file.')
  await copyAlone(config, resolve(target))
}

async function backUp(config: Config, folder: string, { keep, withoutKey }: BackupOptions): Promise<void> {
  const made = await makeBackup(config, {
    folder,
    keep: keep ?? config.backups.keep,
    withKey: !withoutKey,
    now: systemClock.now(),
  })
  const { path, hasKey, media, removed } = made
  console.log(`The backup is in ${path}.`)
  console.log(
    media === null
      ? `The media are in the bucket ${config.mediaS3?.bucket}, which this does not copy.`
      : `It has ${counted(media.files, 'file')} of media, in the folder “media” beside it; ${media.added} of them were copied now.`,
  )
  if (!hasKey)
    console.log(
      config.secretKeys === null
        ? `The backup has no key: keep ${secretFile(config.dataDir)} in another place. Without it the accounts in the backup are lost.`
        : 'The backup has no key: keep POLYPOST_SECRET_KEY in another place. Without it the accounts in the backup are lost.',
    )
  if (removed > 0) console.log(`${counted(removed, 'older backup')} ${removed === 1 ? 'was' : 'were'} removed.`)
}

async function copyAlone(config: Config, target: string): Promise<void> {
  if (config.databaseUrl !== null)
    throw new WrongUse('A file that ends in .db is for the embedded database. For PostgreSQL, name a folder.')
  const source = embeddedFile(config)
  await access(source).catch(() => {
    throw new CommandFault(`There is no database at ${source}. Set POLYPOST_DATA_DIR to the folder of the instance.`)
  })
  if (await exists(target))
    throw new CommandFault(`${target} already exists. Choose another name; nothing was changed.`)
  const now = systemClock.now()
  await copyDatabase(source, target, now)
  await writeLastBackup(config.dataDir, now)
  console.log(
    `The database was copied to ${target}. Keep the copy together with secret.key and media from ${config.dataDir}.`,
  )
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
