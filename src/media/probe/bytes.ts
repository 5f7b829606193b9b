import { truncated } from './refused.ts'

/** Random access to a stored file. */
export interface ByteSource {
  readonly size: number
  /** Exactly the bytes from `start` up to `end`, which is not included. */
  readonly read: (start: number, end: number) => Promise<Uint8Array>
}

/** The size of one read; also the maximum that `Bytes.at` returns at once. */
export const windowBytes = 256 * 1024

export const memorySource = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: async (start, end) => bytes.subarray(start, end),
})

/** Reads a file in windows, so that small reads do not each become a request to the store. */
export class Bytes {
  readonly size: number
  readonly #source: ByteSource
  #start = 0
  #window: Buffer<ArrayBufferLike> = Buffer.alloc(0)

  constructor(source: ByteSource) {
    this.size = source.size
    this.#source = source
  }

  /** Exactly these bytes. If the file is shorter, it is refused as incomplete. */
  async at(offset: number, length: number): Promise<Buffer> {
    if (length > windowBytes) throw new RangeError(`${length} bytes are more than one window.`)
    const end = offset + length
    if (end > this.size) throw truncated(`it has ${this.size} bytes, but according to its content at least ${end}`)
    if (offset < this.#start || end > this.#start + this.#window.length) await this.#load(offset)
    return this.#window.subarray(offset - this.#start, end - this.#start)
  }

  /** As many of these bytes as exist. */
  upTo(offset: number, length: number): Promise<Buffer> {
    return this.at(offset, Math.max(0, Math.min(length, this.size - offset)))
  }

  async #load(offset: number): Promise<void> {
    this.#window = await readExactly(this.#source, offset, Math.min(offset + windowBytes, this.size))
    this.#start = offset
  }
}

export async function readExactly(source: ByteSource, start: number, end: number): Promise<Buffer> {
  const bytes = await source.read(start, end)
  if (bytes.length !== end - start)
    throw new Error(`The store returned ${bytes.length} bytes instead of ${end - start}.`)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}
