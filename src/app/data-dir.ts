import { access, chmod, constants, link, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ReadableFault } from '../domain/readable-fault.ts'
import { second } from '../domain/time.ts'
import { randomText } from '../system/random.ts'

/** The data directory cannot be used; the message is for the operator. */
class DirectoryFault extends ReadableFault {}

/** A network drive whose server is away keeps every call waiting for ever. */
const longestWait = 10 * second

export async function prepareDirectory(directory: string): Promise<void> {
  try {
    await inTime(makeUsable(directory))
  } catch (cause) {
    throw cause === isLate
      ? new DirectoryFault(
          `The data directory ${directory} can’t be used: it did not answer in ${longestWait / second} seconds. If it is on a network drive, check that drive, or set POLYPOST_DATA_DIR to another folder.`,
        )
      : new DirectoryFault(
          `The data directory ${directory} can’t be written (${errorCode(cause)}). Give this user the right to, or set POLYPOST_DATA_DIR to another folder.`,
          { cause },
        )
  }
}

async function makeUsable(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await access(directory, constants.R_OK | constants.W_OK | constants.X_OK)
}

const isLate = new Error('too late')

/** Also ends the process if nobody does: a call that waits for ever keeps it alive. */
async function inTime(work: Promise<void>): Promise<void> {
  const watch = new AbortController()
  const late = async () => {
    await sleep(longestWait, undefined, { signal: watch.signal })
    setTimeout(() => process.exit(1), second).unref()
    throw isLate
  }
  const lateness = late()
  await Promise.race([work, lateness]).finally(() => {
    watch.abort()
    lateness.catch(() => {})
  })
}

export const secretFile = (directory: string): string => join(directory, 'secret.key')

/**
 * The sealing key of an embedded instance. It is created at the first start and always needed afterwards. During a
 * rotation the file contains several keys, one per line, newest first.
 */
export async function readOrMakeSecrets(directory: string): Promise<readonly [string, ...string[]]> {
  const file = secretFile(directory)
  const [newest, ...older] = (await readSecrets(file)) ?? (await makeSecret(directory, file)) ?? []
  if (!newest)
    throw new DirectoryFault(`The file ${file} is empty. Put back the secret.key that belongs to the database.`)
  return [newest, ...older]
}

/** The keys in a data directory or in a backup, the newest first; null if there are none. */
export const readSecretFile = (directory: string): Promise<string[] | null> => readSecrets(secretFile(directory))

async function readSecrets(file: string): Promise<string[] | null> {
  try {
    return (await readFile(file, 'utf8')).split(/\s+/).filter((line) => line !== '')
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return null
    throw new DirectoryFault(`The file ${file} can’t be read (${errorCode(cause)}). Give this user the right to.`, {
      cause,
    })
  }
}

/**
 * The file is complete and on the disk before it gets its name. If several processes create one, the first one wins.
 */
async function makeSecret(directory: string, file: string): Promise<string[] | null> {
  const draft = `${file}.${randomText(8)}`
  await writePrivateFile(draft, newSecret())
  await link(draft, file).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error
  })
  await rm(draft)
  await syncFolder(directory)
  return readSecrets(file)
}

export const newSecret = (): string => randomText(48)

/**
 * Keeps the keys under another name, for backups from before they are replaced, and returns the name. If the replacement is
 * repeated, there is one such file all the same.
 */
export async function keepSecrets(directory: string, secrets: readonly string[], stamp: string): Promise<string> {
  const prefix = `${secretFile(directory)}.before-`
  const names = (await readdir(directory)).map((name) => join(directory, name))
  for (const name of names.filter((name) => name.startsWith(prefix)))
    if ((await readSecrets(name))?.join('\n') === secrets.join('\n')) return name
  const draft = `${secretFile(directory)}.${randomText(8)}`
  await writePrivateFile(draft, secrets.join('\n'))
  await rename(draft, prefix + stamp)
  await syncFolder(directory)
  return prefix + stamp
}

/** Replaces the keys. A process that reads at the same time finds either the old or the new ones. */
export async function writeSecrets(directory: string, secrets: readonly string[]): Promise<void> {
  const file = secretFile(directory)
  const draft = `${file}.${randomText(8)}`
  await writePrivateFile(draft, secrets.join('\n'))
  await rename(draft, file)
  await syncFolder(directory)
}

const lastSeenFile = (directory: string): string => join(directory, 'last-seen')

/** When the database was last used from this directory, by the database's own clock; null if that was never stored. */
export async function readLastSeen(directory: string): Promise<number | null> {
  const text = await readFile(lastSeenFile(directory), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return ''
    throw error
  })
  const at = Number.parseInt(text, 10)
  return Number.isNaN(at) ? null : at
}

/** It is beside the database and not in it, so that a database that is put back is older than this. */
export async function writeLastSeen(directory: string, at: number): Promise<void> {
  const file = lastSeenFile(directory)
  const draft = `${file}.${randomText(8)}`
  await writePrivateFile(draft, String(at))
  await rename(draft, file)
}

export async function syncFolder(directory: string): Promise<void> {
  const folder = await open(directory)
  await folder.sync().finally(() => folder.close())
}

const lastBackupFile = (directory: string): string => join(directory, 'last-backup')

/** When `polypost backup` last made a copy; null if it never did. */
export async function readLastBackup(directory: string): Promise<number | null> {
  const at = Number.parseInt(await readFile(lastBackupFile(directory), 'utf8').catch(() => ''), 10)
  return Number.isNaN(at) ? null : at
}

export const writeLastBackup = (directory: string, at: number): Promise<void> =>
  writePrivateFile(lastBackupFile(directory), String(at))

/** Whoever reads these can act as the owner. */
export const keyFiles = (directory: string): readonly string[] =>
  ['secret.key', 'owner.key', 'setup.link'].map((name) => join(directory, name))

/** The files that the service reads and writes beside the media. */
export const serviceFiles = (directory: string): readonly string[] => [
  ...keyFiles(directory),
  ...['polypost.db', 'polypost.lock', 'backup.lock', 'last-seen'].map((name) => join(directory, name)),
]

export const ownerKeyFile = (directory: string): string => join(directory, 'owner.key')

export async function writePrivateFile(file: string, text: string): Promise<void> {
  await writeFile(file, `${text}\n`, { mode: 0o600, flush: true })
  await chmod(file, 0o600)
}

const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)
