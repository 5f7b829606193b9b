import { readdirSync } from 'node:fs'
import { generate, hashOf, type StoragePlace, storageAt } from './storage-place.ts'

/** What a process of its own is to do: put a file, and tell how it went. */
export interface Errand {
  readonly place: StoragePlace
  readonly key: string
  readonly bytes: number
  /** Kills itself when it has taken so many bytes from the source. */
  readonly dieAt?: number
  /** Puts so small a file as well, after the other has come to nothing. */
  readonly thenBytes?: number
}

export interface Outcome {
  /** The name of the error, where there was one. */
  readonly error: string | null
  readonly hash: string | null
  /** By how many bytes memory was higher at its peak, while the file was put and read, than before. */
  readonly grown: number
  /** The names of the files in the directory at the end, where the store is one. */
  readonly left: readonly string[]
}

const warmUpBytes = 12 * 1024 ** 2

async function run({ place, key, bytes, dieAt, thenBytes }: Errand): Promise<Outcome> {
  const storage = await storageAt(place)
  const measured = bytes > warmUpBytes
  // Code that is loaded at first use is no memory of the file's.
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
  // What the test itself has written.
  const errand: Errand = JSON.parse(process.argv[2] ?? '')
  process.stdout.write(JSON.stringify(await run(errand)))
}
