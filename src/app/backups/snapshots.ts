import { mkdir, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ReadableFault } from '../../domain/readable-fault.ts'

/**
 * A folder of backups: `<time>/` for each, and `media/`, which they share. `<time>.partial/` is one that is being made, or
 * was not finished, or is being removed.
 */
export class BackupFault extends ReadableFault {}

/** The file in a backup that lists its media, one path under `media` a line. */
const listName = 'files.txt'
const partial = '.partial'
const finished = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/

export const mediaOf = (folder: string): string => join(folder, 'media')
export const listOf = (snapshot: string): string => join(snapshot, listName)
export const partialOf = (snapshot: string): string => snapshot + partial

/** The names of the complete backups, the oldest first. */
export const listSnapshots = async (folder: string): Promise<string[]> =>
  (await namesIn(folder)).filter((name) => finished.test(name)).sort()

/** The media that a backup needs. */
export const readList = async (snapshot: string): Promise<string[]> =>
  (await readFile(listOf(snapshot), 'utf8')).split('\n').filter((line) => line !== '')

/** Frees the space that unfinished backups take, except for media: the next backup may need the same. */
export async function emptyUnfinished(folder: string): Promise<void> {
  for (const unfinished of await listUnfinished(folder))
    for (const name of await readdir(unfinished))
      if (name !== listName) await rm(join(unfinished, name), { recursive: true, force: true })
}

/**
 * Removes all but the newest backups, what was not finished, and the media that only these named. If the process ends
 * half-way, the next call does the rest. Returns how many complete backups were removed.
 */
export async function rotate(folder: string, keep: number): Promise<number> {
  const old = (await listSnapshots(folder)).slice(0, -keep)
  for (const name of old) await rename(join(folder, name), partialOf(join(folder, name)))
  const retained = await listSnapshots(folder)
  const needed = new Set((await Promise.all(retained.map((name) => readList(join(folder, name))))).flat())
  for (const unfinished of await listUnfinished(folder)) {
    const listed = (await isThere(listOf(unfinished))) ? await readList(unfinished) : []
    for (const file of listed) if (!needed.has(file)) await rm(insideOf(mediaOf(folder), file), { force: true })
    await rm(unfinished, { recursive: true })
  }
  return old.length
}

/** The list may have been changed by anybody, so a path must not lead out of the folder. */
export function insideOf(media: string, file: string): string {
  const path = resolve(media, file)
  if (path.startsWith(join(media, 'files', '/'))) return path
  throw new BackupFault(`${file} in a ${listName} is not a file of media. Nothing more was changed.`)
}

const listUnfinished = async (folder: string): Promise<string[]> =>
  (await namesIn(folder))
    .filter((name) => name.endsWith(partial) && finished.test(name.slice(0, -partial.length)))
    .map((name) => join(folder, name))

/** Makes the folder, and refuses one whose `media` are those of the instance: a rotation would remove them. */
export async function openFolder(given: string, dataDir: string): Promise<string> {
  const folder = resolve(given)
  if ((await isThere(folder)) && !(await stat(folder)).isDirectory())
    throw new BackupFault(`${folder} already exists and is a file. Choose another name; nothing was changed.`)
  try {
    await mkdir(mediaOf(folder), { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new BackupFault(`The folder ${folder} can’t be written: ${reasonOf(cause)}.`, { cause })
  }
  const [here, own] = [await realpath(folder), await realpath(dataDir)]
  if (here === own || join(here, '/').startsWith(join(mediaOf(own), '/')))
    throw new BackupFault(`${folder} belongs to the instance itself. Choose another folder for its backups.`)
  return folder
}

const namesIn = async (folder: string): Promise<string[]> => ((await isThere(folder)) ? readdir(folder) : [])

export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

export const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
