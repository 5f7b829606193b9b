import { link, mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { replaceDatabase } from '../../store/engine/backup.ts'
import type { Config } from '../config.ts'
import { keepSecrets, readSecretFile, syncFolder, writeSecrets } from '../data-dir.ts'
import { embeddedFile } from '../open-store.ts'
import { copyMedia } from './copy-media.ts'
import { BackupFault, insideOf, isThere, listOf, listSnapshots, mediaOf, readList } from './snapshots.ts'

export interface RestoreResult {
  /** The files and folders that were there before, under their new names. */
  readonly retained: readonly string[]
  /** Media that the backup names and its folder does not have. */
  readonly missing: number
}

/**
 * Puts back all parts of a backup, into a data directory that nobody uses. If the process ends half-way, the same call can be
 * made again: the database comes first, and is held.
 */
export async function restoreBackup(config: Config, snapshot: string, stamp: string): Promise<RestoreResult> {
  const secrets = await neededSecrets(config, snapshot)
  const copy = join(snapshot, 'polypost.db')
  if (!(await isThere(copy))) throw new BackupFault(await whyNone(snapshot))
  const target = embeddedFile(config)
  const database = await replaceDatabase(copy, target, `${target}.before-restore-${stamp}`)
  const key = await putSecretsBack(config.dataDir, secrets, stamp)
  const { retained: media, missing } = await putMediaBack(config, snapshot, stamp)
  return { retained: [database, key, media].filter((one) => one !== null), missing }
}

async function whyNone(snapshot: string): Promise<string> {
  if (await isThere(join(snapshot, 'polypost.dump')))
    return `${snapshot} is a backup of PostgreSQL. Use pg_restore while no Polypost runs; docs/operate/backup.md has the steps.`
  const [newest] = (await listSnapshots(snapshot)).slice(-1)
  return newest === undefined
    ? `There is no backup in ${snapshot}; nothing was changed.`
    : `${snapshot} has several backups. Name one of them, such as ${join(snapshot, newest)}; nothing was changed.`
}

/** Null: nothing has to be put back. */
async function neededSecrets({ dataDir, secretKeys }: Config, snapshot: string): Promise<readonly string[] | null> {
  if (secretKeys !== null) return null
  const copied = await readSecretFile(snapshot)
  if (copied === null && (await isThere(join(snapshot, 'polypost.db'))) && (await readSecretFile(dataDir)) === null)
    throw new BackupFault(
      `The backup was made without its key. Put its secret.key into ${dataDir} first; nothing was changed.`,
    )
  return copied
}

async function putSecretsBack(dataDir: string, secrets: readonly string[] | null, stamp: string) {
  const present = await readSecretFile(dataDir)
  if (secrets === null || present?.join() === secrets.join()) return null
  const retained = present === null ? null : await keepSecrets(dataDir, present, stamp)
  await writeSecrets(dataDir, secrets)
  return retained
}

/** The folder of the media is a new one, which shares the files that were there before. */
async function putMediaBack({ dataDir, mediaS3 }: Config, snapshot: string, stamp: string) {
  if (mediaS3 !== null) return { retained: null, missing: 0 }
  const files = (await isThere(listOf(snapshot))) ? await readList(snapshot) : []
  const media = mediaOf(dataDir)
  const retained = (await isThere(media)) ? `${media}.before-restore-${stamp}` : null
  if (retained !== null) await rename(media, retained)
  await mkdir(media, { mode: 0o700 })
  if (retained !== null) for (const file of files) await share(insideOf(retained, file), insideOf(media, file))
  const from = mediaOf(dirname(snapshot))
  const unfinished = join(media, 'unfinished')
  const copied = await copyMedia(files, { from, to: media, unfinished, stopped: () => false })
  await syncFolder(dataDir)
  return { retained, missing: files.length - copied.files.length }
}

/** A file that cannot be shared is copied from the backup. */
async function share(from: string, to: string): Promise<void> {
  if (!(await isThere(from))) return
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await link(from, to).catch(() => {})
}
