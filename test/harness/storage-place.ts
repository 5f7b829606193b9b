import { createHash } from 'node:crypto'
import { createDiskStorage } from '../../src/media/storage/disk.ts'
import type { S3Settings } from '../../src/media/storage/s3.ts'
import type { Storage } from '../../src/media/storage/storage.ts'
import { resolveHere } from './servers/s3-names.ts'

/** The place of a store; can be passed to another process. */
export type StoragePlace = { readonly directory: string } | { readonly s3: S3Settings }

export async function storageAt(place: StoragePlace): Promise<Storage> {
  if ('directory' in place) return createDiskStorage(place.directory)
  resolveHere()
  const { createS3Storage } = await import('../../src/media/storage/s3.ts')
  return createS3Storage(place.s3)
}

const chunkBytes = 64 * 1024

/** Chunks of bytes that all differ, each in its own memory, as from a socket. */
export async function* generate(bytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes; at += chunkBytes) {
    const chunk = Buffer.alloc(Math.min(chunkBytes, bytes - at), at % 251)
    chunk.write(String(at))
    yield chunk
  }
}

export async function hashOf(source: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of source) hash.update(chunk)
  return hash.digest('hex')
}
