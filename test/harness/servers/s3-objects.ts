import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { Refusal } from './s3-signature.ts'

/** Bytes in their own file, never changed. */
export interface Piece {
  readonly file: string
  readonly size: number
  readonly md5: string
  readonly sha256: string
  readonly crc32: number
}

export interface Description {
  readonly contentType: string
  readonly contentDisposition: string | undefined
}

export interface StoredObject extends Description {
  readonly size: number
  readonly etag: string
  readonly modifiedAt: number
  readonly pieces: readonly Piece[]
}

export interface OpenUpload extends Description {
  readonly id: string
  readonly key: string
  readonly startedAt: number
  readonly parts: Map<number, Piece>
}

const leastPartBytes = 5 * 1024 ** 2
const mostObjectBytes = 5 * 1024 ** 3
const mostParts = 10_000

/** The objects of the store: the bytes in a temporary folder, the rest in memory. */
export class S3Objects {
  readonly objects = new Map<string, StoredObject>()
  readonly uploads = new Map<string, OpenUpload>()
  /** Runs in the store just before a copy. */
  beforeCopy = async (): Promise<void> => {}
  readonly #directory: string

  static async open(): Promise<S3Objects> {
    return new S3Objects(await mkdtemp(join(tmpdir(), 'polypost-s3-')))
  }

  private constructor(directory: string) {
    this.#directory = directory
  }

  /** Receives a body; `drop` deletes it again. */
  async receive(body: AsyncIterable<Uint8Array>): Promise<Piece> {
    const file = join(this.#directory, randomUUID())
    const [md5, sha256] = [createHash('md5'), createHash('sha256')]
    let size = 0
    let crc = 0
    async function* measured() {
      for await (const chunk of body) {
        md5.update(chunk)
        sha256.update(chunk)
        crc = crc32(chunk, crc)
        size += chunk.length
        if (size > mostObjectBytes) throw new Refusal(400, 'EntityTooLarge', 'The upload is larger than 5 GB.')
        yield chunk
      }
    }
    try {
      await pipeline(measured, createWriteStream(file))
    } catch (error) {
      await rm(file, { force: true })
      throw error
    }
    return { file, size, md5: md5.digest('hex'), sha256: sha256.digest('hex'), crc32: crc }
  }

  drop = (piece: Piece): Promise<void> => rm(piece.file, { force: true })

  async put(key: string, pieces: readonly Piece[], description: Description): Promise<StoredObject> {
    const before = this.objects.get(key)
    const hashes = pieces.map(({ md5 }) => md5)
    const joined = createHash('md5')
      .update(Buffer.from(hashes.join(''), 'hex'))
      .digest('hex')
    const made: StoredObject = {
      ...description,
      size: sizeOf(pieces),
      etag: pieces.length === 1 ? `"${hashes[0]}"` : `"${joined}-${pieces.length}"`,
      modifiedAt: Date.now(),
      pieces,
    }
    this.objects.set(key, made)
    for (const piece of before?.pieces ?? []) await this.drop(piece)
    return made
  }

  get(key: string): StoredObject {
    const found = this.objects.get(key)
    if (!found) throw new Refusal(404, 'NoSuchKey', 'The specified key does not exist.')
    return found
  }

  async copy(from: string, to: string, description: Description | null): Promise<StoredObject> {
    const source = this.get(from)
    if (source.size > mostObjectBytes)
      throw new Refusal(
        400,
        'InvalidRequest',
        `The specified copy source is larger than the maximum allowable size for a copy source: ${mostObjectBytes}`,
      )
    const pieces = source.pieces.map((piece) => ({ ...piece, file: join(this.#directory, randomUUID()) }))
    for (const [index, { file }] of source.pieces.entries()) await link(file, pieces[index]?.file ?? '')
    const { contentType, contentDisposition } = description ?? source
    return this.put(to, pieces, { contentType, contentDisposition })
  }

  async remove(key: string): Promise<void> {
    const found = this.objects.get(key)
    this.objects.delete(key)
    for (const piece of found?.pieces ?? []) await this.drop(piece)
  }

  /** Both ends included. */
  read(object: StoredObject, start: number, end: number): Readable {
    async function* bytes() {
      let at = 0
      for (const { file, size } of object.pieces) {
        const [from, to] = [Math.max(start - at, 0), Math.min(end - at, size - 1)]
        if (from <= to) yield* createReadStream(file, { start: from, end: to })
        at += size
      }
    }
    return Readable.from(bytes(), { objectMode: false, highWaterMark: 64 * 1024 })
  }

  begin(key: string, description: Description): OpenUpload {
    const upload = { ...description, id: randomUUID(), key, startedAt: Date.now(), parts: new Map() }
    this.uploads.set(upload.id, upload)
    return upload
  }

  upload(key: string, id: string): OpenUpload {
    const found = this.uploads.get(id)
    if (found?.key !== key) throw new Refusal(404, 'NoSuchUpload', 'The specified multipart upload does not exist.')
    return found
  }

  async putPart(upload: OpenUpload, number: number, piece: Piece): Promise<string> {
    if (!Number.isInteger(number) || number < 1 || number > mostParts)
      throw new Refusal(400, 'InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive')
    const before = upload.parts.get(number)
    upload.parts.set(number, piece)
    if (before) await this.drop(before)
    return `"${piece.md5}"`
  }

  async complete(upload: OpenUpload, named: readonly { number: number; etag: string }[]): Promise<StoredObject> {
    const pieces = named.map(({ number, etag }, index) => {
      const piece = upload.parts.get(number)
      if (!piece || piece.md5 !== etag.replaceAll('"', ''))
        throw new Refusal(400, 'InvalidPart', 'One or more of the specified parts could not be found.')
      if (number <= (named[index - 1]?.number ?? 0))
        throw new Refusal(400, 'InvalidPartOrder', 'The list of parts was not in ascending order.')
      if (index < named.length - 1 && piece.size < leastPartBytes)
        throw new Refusal(
          400,
          'EntityTooSmall',
          'Your proposed upload is smaller than the minimum allowed object size.',
        )
      return piece
    })
    if (pieces.length === 0) throw new Refusal(400, 'MalformedXML', 'The XML you provided was not well-formed.')
    this.uploads.delete(upload.id)
    for (const piece of upload.parts.values()) if (!pieces.includes(piece)) await this.drop(piece)
    return this.put(upload.key, pieces, upload)
  }

  async abort(upload: OpenUpload): Promise<void> {
    this.uploads.delete(upload.id)
    for (const piece of upload.parts.values()) await this.drop(piece)
  }

  close = (): Promise<void> => rm(this.#directory, { recursive: true, force: true })
}

const sizeOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { size }) => sum + size, 0)
