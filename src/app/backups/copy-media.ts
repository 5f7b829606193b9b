import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { crashPoint } from '../../system/crash-point.ts'
import { syncFolder } from '../data-dir.ts'
import { insideOf, isThere } from './snapshots.ts'

/** All files of media in a data directory, by their paths in it. */
export async function listMediaFiles(media: string): Promise<string[]> {
  const files = join(media, 'files')
  if (!(await isThere(files))) return []
  const found = await readdir(files, { recursive: true, withFileTypes: true })
  return found
    .filter((one) => one.isFile())
    .map((one) =>
      join(one.parentPath, one.name)
        .slice(media.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort()
}

interface CopyState {
  readonly from: string
  readonly to: string
  /** On the same disk as the copies: a file gets its name when it is complete. */
  readonly unfinished: string
  readonly stopped: () => boolean
}

export interface CopyResult {
  /** Those that exist, also if they were there before. */
  readonly files: readonly string[]
  /** How many were not there before. */
  readonly added: number
}

/** Copies what the target does not have. Files never change, so one of the same name and size is the same. */
export async function copyMedia(
  files: readonly string[],
  { from, to, unfinished, stopped }: CopyState,
): Promise<CopyResult> {
  const copied: string[] = []
  const folders = new Set<string>()
  for (const file of files) {
    if (stopped()) throw new Error('The process stops.')
    const source = insideOf(from, file)
    const target = insideOf(to, file)
    const [size, there] = [await sizeOf(source), await sizeOf(target)]
    // It may have been deleted meanwhile, because nothing uses it any more.
    if (size !== null || there !== null) copied.push(file)
    if (size === null || size === there) continue
    await copyFile(source, unfinished, constants.COPYFILE_FICLONE)
    await finish(unfinished)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await rename(unfinished, target)
    folders.add(target)
    crashPoint('backup.media')
  }
  const parents = new Set([...folders].flatMap((one) => [dirname(one), dirname(dirname(one)), join(to, 'files')]))
  for (const folder of parents) await syncFolder(folder)
  return { files: copied, added: folders.size }
}

async function finish(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.chmod(0o600)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const sizeOf = (file: string): Promise<number | null> =>
  stat(file).then(
    ({ size }) => size,
    () => null,
  )
