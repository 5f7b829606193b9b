import { MiB } from '../../domain/bytes.ts'

/** In bytes: a file up to this size is sent in one chunk; a larger one needs several (developers.tiktok.com, 2026-09-11). */
const largestWhole = 64_000_000

/**
 * In bytes. TikTok allows 5 to 64 MB for a chunk and 128 MB for the last (developers.tiktok.com, Media Transfer Guide,
 * 2026-09-11). After a broken connection one chunk is sent again.
 */
export const usualChunk = 10 * MiB

export interface Chunks {
  readonly size: number
  readonly chunkBytes: number
  readonly count: number
}

/** The last chunk includes the remainder and is the largest: TikTok refuses a plan whose last chunk is short. */
export function chunksOf(size: number, preferred: number): Chunks {
  if (size <= largestWhole) return { size, chunkBytes: size, count: 1 }
  const chunkBytes = Math.min(preferred, Math.floor(size / 2))
  return { size, chunkBytes, count: Math.floor(size / chunkBytes) }
}

/** `end` is not included. */
export const chunkAt = ({ size, chunkBytes, count }: Chunks, index: number): { start: number; end: number } => ({
  start: index * chunkBytes,
  end: index === count - 1 ? size : (index + 1) * chunkBytes,
})

/** The number of complete chunks in this many bytes. */
export const chunksIn = ({ size, chunkBytes, count }: Chunks, bytes: number): number =>
  bytes >= size ? count : Math.min(count - 1, Math.floor(bytes / chunkBytes))
