import { readdirSync } from 'node:fs'
import { generate, hashOf, type StoragePlace, storageAt } from './storage-place.ts'

/** The task of a child process: put a file, and report the result. */
export interface Errand {
  readonly place: StoragePlace
  readonly key: string
  readonly bytes: number
  /** Kills itself after it has read this number of bytes from the source. */
  readonly dieAt?: number
  /** Also puts a small file of this size, after the other one has failed. */
  readonly thenBytes?: number
}

export interface Outcome {
  /** The name of the error, if there was one. */
  readonly error: string | null
  readonly hash: string | null
  /** How many bytes of memory were used at the peak, while the file was put and read, in addition to before. */
  readonly grown: number
  /** The names of the files in the directory at the end, if the store is a directory. */
  readonly left: readonly string[]
}

const warmUpBytes = 12 * 1024 ** 2

async function run({ place, key, bytes, dieAt, thenBytes }: Errand): Promise<Outcome> {
  const storage = await storageAt(place)
  const measured = bytes > warmUpBytes
  // Loads code in advance that would be loaded at first use, because it is not memory of the file.
  if (measured) await storage.put(`${key}-warm-up`, generate(warmUpBytes), 'video/mp4')
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 10)
  async function* source() {
    let taken = 0
    for await (const chunk of generate(bytes)) {
      taken += chunk.length
      if (dieAt !== undefined && taken > dieAt) process.kill(process.pid, 'SIGKILL')
      yield chunk
    }
  }
  const error = await storage.put(key, source(), 'video/mp4').then(
    () => null,
    (fault: Error) => fault.constructor.name,
  )
  const hash = measured && !error ? await hashOf(await storage.read(key)) : null
  clearInterval(watch)
  if (error && thenBytes !== undefined) await storage.put(`${key}-then`, generate(thenBytes), 'video/mp4')
  return { error, hash, grown: peak - before, left: 'directory' in place ? filesIn(place.directory) : [] }
}

const filesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

if (import.meta.main) {
  // The test itself has written this.
  const errand: Errand = JSON.parse(process.argv[2] ?? '')
  process.stdout.write(JSON.stringify(await run(errand)))
}
