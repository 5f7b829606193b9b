import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { MediaFacts } from '../domain/media-facts.ts'
import type { MediaType } from '../domain/media-types.ts'
import { hour, second } from '../domain/time.ts'
import { type HttpClient, OutboundFault } from '../outbound/http-client.ts'
import type { Clock } from '../system/clock.ts'
import { randomText } from '../system/random.ts'
import { download } from './download.ts'
import { MediaRefused, probe } from './probe/probe.ts'
import type { Signer } from './sign.ts'
import { type ByteRange, diskFull, type Storage, StorageFull } from './storage/storage.ts'

/** The prefix of all our files: a bucket may contain other files, too. */
export const ourPrefix = 'polypost/'

const uploadTime = hour
/** How often a download that cannot be resumed is started. */
const maxDownloads = 3

/** A file that was received and passed its checks. */
export interface ReceivedFile {
  readonly file: string
  readonly sha256: string
  readonly facts: MediaFacts
}

/** The address and headers for the PUT of a file. */
export interface UploadAddress {
  readonly url: string
  readonly headers: Record<string, string>
}

/** The file is larger than the limit, or than announced. */
export class TooLarge extends Error {}

interface FetchLimits {
  readonly signal: AbortSignal
  readonly maxBytes: number
}

/** Receives files, checks them, and stores them under names that nobody can guess. It knows nothing about users. */
export interface MediaHost {
  readonly newKey: (type: MediaType) => string
  /** Fetches a file of at most `maxBytes` from a public address. */
  readonly fetch: (url: string, limits: FetchLimits) => Promise<ReceivedFile>
  /** Rejects with `StorageFull` if a file of this size does not fit into the storage. */
  readonly requireSpace: (size: number) => Promise<void>
  /** Receives a stream of at most `maxBytes`; nothing of a broken stream is kept. */
  readonly receive: (source: AsyncIterable<Uint8Array>, maxBytes: number) => Promise<ReceivedFile>
  /** Checks a file that a client has PUT directly into the store, and makes it permanent; null if there is none. */
  readonly adopt: (key: string, announced: { contentType: string; size: number }) => Promise<ReceivedFile | null>
  readonly forget: (file: string) => Promise<void>
  readonly read: (file: string, range?: ByteRange) => Promise<Readable>
  readonly publicUrl: (key: string, file: string) => string
  /** The file that a public address belongs to; null if it is not an address of this media host. */
  readonly named: (publicUrl: string) => { readonly key: string } | { readonly file: string } | null
  /** The file name for a key that is not in use yet. */
  readonly fileOf: (key: string) => string
  readonly uploadAddress: (key: string, file: { contentType: string; size: number }) => Promise<UploadAddress>
  /** Whether the query is valid for the key, as `uploadAddress` created it. */
  readonly allows: (key: string, query: UploadQuery) => boolean
}

/** The query of an upload address. */
export interface UploadQuery {
  readonly type: string
  readonly size: number
  readonly expires: number
  readonly signature: string
}

interface MediaHostParts {
  readonly storage: Storage
  readonly client: HttpClient
  readonly signer: Signer
  readonly clock: Clock
  /** The base of all addresses of the media host. */
  readonly base: string
}

const extensions: Readonly<Record<MediaType, string>> = {
  'image/jpeg': 'jpg',
  'image/jpg': 'jpg',
  'image/pjpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/bmp': 'bmp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/x-matroska': 'mkv',
  'video/x-msvideo': 'avi',
  'video/mpeg': 'mpg',
}

export function createMediaHost({ storage, client, signer, clock, base }: MediaHostParts): MediaHost {
  const staged = (key: string): string => `${ourPrefix}staging/${key}`
  const fileOf = (key: string): string => `${ourPrefix}media/${key}`

  async function requireSpace(size: number): Promise<void> {
    const free = await storage.freeSpace()
    if (free !== null && size > free) throw new StorageFull(diskFull)
  }

  async function check(file: string, size: number): Promise<MediaFacts> {
    return probe({
      size,
      read: async (start, end) =>
        start === end ? new Uint8Array() : collect(await storage.read(file, { start, end: end - 1 })),
    })
  }

  async function receive(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<ReceivedFile> {
    const file = fileOf(randomText(32))
    const staging = staged(randomText(32))
    const hash = createHash('sha256')
    const count = { bytes: 0 }
    try {
      await storage.put(staging, measured(source, hash, count, maxBytes), 'application/octet-stream')
      const facts = await check(staging, count.bytes)
      await storage.move(staging, file, facts.contentType)
      return { file, sha256: hash.digest('hex'), facts }
    } catch (error) {
      await storage.remove(staging)
      throw error
    }
  }

  async function fetch(url: string, { signal, maxBytes }: FetchLimits): Promise<ReceivedFile> {
    await requireSpace(1)
    for (let tries = 1; ; tries++) {
      try {
        return await receive(download({ client, url, maxBytes, signal }), maxBytes)
      } catch (error) {
        if (!(error instanceof OutboundFault && error.kind === 'reset') || tries >= maxDownloads) throw error
      }
    }
  }

  /** Simultaneous calls for one file share one move and check. */
  const adopting = new Map<string, Promise<ReceivedFile | null>>()
  function adopt(key: string, announced: { contentType: string; size: number }): Promise<ReceivedFile | null> {
    const running = adopting.get(key) ?? adoptOnce(key, announced).finally(() => adopting.delete(key))
    adopting.set(key, running)
    return running
  }

  async function adoptOnce(
    key: string,
    { contentType, size }: { contentType: string; size: number },
  ): Promise<ReceivedFile | null> {
    const file = fileOf(key)
    const arrived = (await storage.stat(file)) ?? (await storage.stat(staged(key)))
    if (!arrived) return null
    try {
      if (arrived.size !== size)
        throw new TooLarge(`The file has ${arrived.size} bytes, but ${size} bytes were announced.`)
      if (arrived.key !== file) await storage.move(staged(key), file, contentType)
      const hash = createHash('sha256')
      for await (const chunk of await storage.read(file)) hash.update(chunk)
      return { file, sha256: hash.digest('hex'), facts: await check(file, size) }
    } catch (error) {
      // Only a refused file is removed. After a failure of the store, or of a race with another process, it may be good.
      if (error instanceof MediaRefused || error instanceof TooLarge)
        await Promise.all([storage.remove(file), storage.remove(staged(key))])
      throw error
    }
  }

  async function uploadAddress(
    key: string,
    { contentType, size }: { contentType: string; size: number },
  ): Promise<UploadAddress> {
    const direct = await storage.presignPut(staged(key), { contentType, size, seconds: uploadTime / second })
    if (direct) return direct
    const expires = Math.floor((clock.now() + uploadTime) / second)
    const signature = signer.sign({ key, contentType, size, expires })
    const query = new URLSearchParams({ type: contentType, size: String(size), expires: String(expires), signature })
    return { url: `${base}/media/${key}?${query}`, headers: { 'Content-Type': contentType } }
  }

  return {
    newKey: (type) => `${randomText(32)}.${extensions[type]}`,
    fetch,
    receive,
    requireSpace,
    adopt,
    forget: (file) => storage.remove(file),
    read: (file, range) => storage.read(file, range),
    publicUrl: (key, file) => storage.publicUrl(file) ?? `${base}/media/${key}`,
    named(publicUrl) {
      const url = URL.parse(publicUrl)?.href ?? ''
      const key = nameBehind(`${base}/media/`, url)
      if (key !== null) return { key }
      const direct = storage.publicUrl(fileOf(anyName))
      const name = direct && nameBehind(direct.slice(0, -anyName.length), url)
      return name ? { file: fileOf(name) } : null
    },
    fileOf,
    uploadAddress,
    allows: (key, { type, size, expires, signature }) =>
      expires * second > clock.now() && signer.verify({ key, contentType: type, size, expires }, signature),
  }
}

const anyName = 'name'

/** The rest of an address after its beginning, if it is the name of a file. */
function nameBehind(beginning: string, url: string): string | null {
  const start = new URL(beginning).href
  const name = url.slice(start.length)
  return url.startsWith(start) && /^[A-Za-z0-9]{1,64}(\.[a-z0-9]{1,8})?$/.test(name) ? name : null
}

async function* measured(source: AsyncIterable<Uint8Array>, hash: Hash, count: { bytes: number }, maxBytes: number) {
  for await (const chunk of source) {
    count.bytes += chunk.length
    if (count.bytes > maxBytes) throw new TooLarge(`The file is larger than the limit of ${maxBytes} bytes.`)
    hash.update(chunk)
    yield chunk
  }
}

async function collect(stream: Readable): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
