import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { copyDatabase } from '../../store/engine/backup.ts'
import { lockBackups } from '../../store/engine/lock.ts'
import { fileStamp } from '../../system/clock.ts'
import { crashPoint } from '../../system/crash-point.ts'
import type { Config } from '../config.ts'
import {
  prepareDirectory,
  readSecretFile,
  secretFile,
  syncFolder,
  writeLastBackup,
  writePrivateFile,
} from '../data-dir.ts'
import { embeddedFile } from '../open-store.ts'
import { copyMedia, listMediaFiles } from './copy-media.ts'
import { dumpDatabase } from './dump-database.ts'
import {
  BackupFault,
  emptyUnfinished,
  isThere,
  listOf,
  mediaOf,
  openFolder,
  partialOf,
  reasonOf,
  rotate,
} from './snapshots.ts'

export interface BackupOptions {
  readonly folder: string
  /** How many backups stay in the folder. */
  readonly keep: number
  readonly withKey: boolean
  readonly now: number
  readonly stopped?: () => boolean
}

export interface Backup {
  readonly path: string
  readonly hasKey: boolean
  /** How many media it needs, and how many of them the folder did not have; null: they are not in the data directory. */
  readonly media: { readonly files: number; readonly added: number } | null
  /** How many older backups were removed. */
  readonly removed: number
}

/** Copies an instance, which may be running, into a folder of backups. */
export async function makeBackup(config: Config, options: BackupOptions): Promise<Backup> {
  await checkSource(config)
  const lock = lockBackups(config.dataDir)
  try {
    const folder = await openFolder(options.folder, config.dataDir)
    return await makeIn(folder, config, options)
  } finally {
    lock.release()
  }
}

/** Nothing is made in a data directory that does not exist. */
async function checkSource(config: Config): Promise<void> {
  if (config.databaseUrl !== null) return prepareDirectory(config.dataDir)
  const source = embeddedFile(config)
  if (!(await isThere(source)))
    throw new BackupFault(`There is no database at ${source}. Set POLYPOST_DATA_DIR to the folder of the instance.`)
}

async function makeIn(folder: string, config: Config, { keep, withKey, now, stopped }: BackupOptions): Promise<Backup> {
  const path = join(folder, fileStamp(now))
  const partial = partialOf(path)
  try {
    await emptyUnfinished(folder)
    await mkdir(partial, { mode: 0o700 })
    const before = await secretsOf(config)
    await writeDatabase(config, partial, now)
    crashPoint('backup.database')
    const keys = [...new Set([...(await secretsOf(config)), ...before])]
    const hasKey = withKey && keys.length > 0
    if (hasKey) await writePrivateFile(secretFile(partial), keys.join('\n'))
    const media = await writeMedia(config, { folder, partial, stopped: stopped ?? (() => false) })
    await syncFolder(partial)
    await rename(partial, path)
    await syncFolder(folder)
    crashPoint('backup.named')
    await writeLastBackup(config.dataDir, now)
    return { path, hasKey, media, removed: await rotate(folder, keep) }
  } catch (cause) {
    await emptyUnfinished(folder).catch(() => {})
    if (cause instanceof BackupFault) throw cause
    throw new BackupFault(`The backup could not be written to ${path}: ${reasonOf(cause)}`, { cause })
  }
}

const writeDatabase = (config: Config, partial: string, now: number): Promise<void> =>
  config.databaseUrl === null
    ? copyDatabase(embeddedFile(config), join(partial, 'polypost.db'), now)
    : dumpDatabase(config, join(partial, 'polypost.dump'))

/** A rotation may replace the key while the database is copied, so it is read before and after. */
const secretsOf = async ({ secretKeys, dataDir }: Config): Promise<readonly string[]> =>
  secretKeys === null ? ((await readSecretFile(dataDir)) ?? []) : []

/** The list is there before the files: what an unfinished backup has copied can be removed by it. */
async function writeMedia(
  { mediaS3, dataDir }: Config,
  { folder, partial, stopped }: { folder: string; partial: string; stopped: () => boolean },
): Promise<Backup['media']> {
  const write = (files: readonly string[]) =>
    writePrivateFile(listOf(partial), files.map((file) => `${file}\n`).join(''))
  if (mediaS3 !== null) {
    await write([])
    return null
  }
  const files = await listMediaFiles(mediaOf(dataDir))
  await write(files)
  crashPoint('backup.listed')
  const unfinished = join(partial, 'media.unfinished')
  const copied = await copyMedia(files, { from: mediaOf(dataDir), to: mediaOf(folder), unfinished, stopped })
  if (copied.files.length < files.length) await write(copied.files)
  return { files: copied.files.length, added: copied.added }
}
