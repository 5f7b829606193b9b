import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { crashPoint } from '../../system/crash-point.ts'
import { randomText } from '../../system/random.ts'
import {
  type ByteRange,
  checkKey,
  checkRange,
  diskFull,
  isKey,
  NoSuchFile,
  type Storage,
  StorageFull,
  type StoredFile,
  storageCrashPoints,
} from './storage.ts'

/** The read-ahead in bytes. */
const readAheadBytes = 512 * 1024
const markLength = 12
/** How many bytes are written before the free space is looked at again. */
const checkedBytes = 32 * 1024 * 1024
const fullCodes = ['ENOSPC', 'EDQUOT', 'EFBIG']

/**
 * Files in a folder: `files/<2 hex digits>/<2 hex digits>/<key>`, by the hash of the key, so that no folder grows too
 * large. A file is written in `tmp/` on the same file system, and gets its name when it is durable. `reserve` is the
 * number of bytes of the disk that stay free.
 */
export function createDiskStorage(directory: string, { reserve = 0 } = {}): Storage {
  const files = join(directory, 'files')
  const unfinished = join(directory, 'tmp')

  async function freeSpace(): Promise<number> {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const { bavail, bsize } = await statfs(directory)
    return Math.max(0, bavail * bsize - reserve)
  }

  /** Looks at the disk again and again, because others fill it at the same time. */
  async function* leavingSpace(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let unchecked = 0
    for await (const chunk of source) {
      unchecked += chunk.length
      if (unchecked >= checkedBytes) {
        if ((await freeSpace()) < unchecked) throw new StorageFull(diskFull)
        unchecked = 0
      }
      yield chunk
    }
  }

  function pathOf(key: string): string {
    const hash = createHash('sha256').update(checkKey(key)).digest('hex')
    return join(files, hash.slice(0, 2), hash.slice(2, 4), flatten(key))
  }

  async function find(key: string): Promise<StoredFile | null> {
    const found = await unlessMissing(stat(pathOf(key)), null)
    return found && { key, size: found.size, modifiedAt: found.mtimeMs }
  }

  async function giveName(from: string, to: string): Promise<void> {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await rename(from, to)
    crashPoint(storageCrashPoints.renamed)
  }

  /** Makes a name durable, and the folders above it: they may be new, or left by a killed process. */
  async function syncName(path: string): Promise<void> {
    for (const folder of [dirname(path), dirname(dirname(path)), files]) await syncFolder(folder)
  }

  async function put(key: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    const path = pathOf(key)
    const temporary = join(unfinished, `${flatten(key)}~${randomText(markLength)}`)
    let written = temporary
    try {
      await mkdir(unfinished, { recursive: true, mode: 0o700 })
      await writeDurably(temporary, leavingSpace(source))
      await giveName(temporary, path)
      written = path
      await syncName(path)
    } catch (error) {
      await rm(written, { force: true })
      throw named(error)
    }
  }

  async function read(key: string, range?: ByteRange) {
    const handle = await unlessMissing(open(pathOf(key)), null)
    if (!handle) throw new NoSuchFile(`There is no file ${key}.`)
    try {
      if (range) {
        checkRange(range)
        if (range.start >= (await handle.stat()).size) throw new RangeError(`${key} ends before ${range.start}.`)
      }
      return handle.createReadStream({ ...range, highWaterMark: readAheadBytes })
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  async function move(from: string, to: string): Promise<void> {
    const [source, target] = [pathOf(from), pathOf(to)]
    if (await find(to)) {
      if (from !== to) await rm(source, { force: true })
      return
    }
    if (!(await find(from))) throw new NoSuchFile(`There is no file ${from}.`)
    try {
      await giveName(source, target)
      await syncName(target)
      await syncFolder(dirname(source))
    } catch (error) {
      throw named(error)
    }
  }

  async function* list(prefix: string): AsyncGenerator<StoredFile> {
    for (const outer of await namesIn(files))
      for (const inner of await namesIn(join(files, outer)))
        for (const name of await namesIn(join(files, outer, inner))) {
          const key = unflatten(name)
          const found = isKey(key) && key.startsWith(prefix) ? await find(key) : null
          if (found) yield found
        }
  }

  async function removeUnfinished(prefix: string, before: number): Promise<number> {
    let swept = 0
    for (const name of await namesIn(unfinished)) {
      const key = unflatten(name.slice(0, -markLength - 1))
      const found = key.startsWith(prefix) ? await unlessMissing(stat(join(unfinished, name)), null) : null
      if (!found || found.mtimeMs >= before) continue
      await rm(join(unfinished, name), { force: true })
      swept += 1
    }
    return swept
  }

  return {
    put,
    read,
    stat: find,
    move,
    freeSpace,
    remove: async (key) => rm(pathOf(key), { force: true }),
    list,
    removeUnfinished,
    presignPut: async () => null,
    publicUrl: () => null,
  }
}

/** No key contains a comma. */
const flatten = (key: string): string => key.replaceAll('/', ',')
const unflatten = (name: string): string => name.replaceAll(',', '/')

async function writeDurably(file: string, source: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(source)
    crashPoint(storageCrashPoints.written)
    await handle.sync()
    crashPoint(storageCrashPoints.synced)
  } finally {
    await handle.close()
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder, and its file system makes names durable without our help.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** An unknown file between the folders is not ours. */
const namesIn = (folder: string): Promise<string[]> => unlessMissing(readdir(folder), [])

async function unlessMissing<T, U>(found: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await found
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return otherwise
    throw error
  }
}

const named = (error: unknown): unknown =>
  fullCodes.includes(codeOf(error)) ? new StorageFull('The disk of the media is full.', { cause: error }) : error
const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
