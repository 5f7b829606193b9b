/** In bytes: a file of up to so much goes in one piece, a larger one must go in several (developers.tiktok.com, 2026-09-11). */
const largestWhole = 64_000_000

export interface Chunks {
  readonly size: number
  readonly chunkBytes: number
  readonly count: number
}

/** The last piece takes what is left over, so that it is the largest: a short one is refused when the upload is begun. */
export function chunksOf(size: number, preferred: number): Chunks {
  if (size <= largestWhole) return { size, chunkBytes: size, count: 1 }
  const chunkBytes = Math.min(preferred, Math.floor(size / 2))
  return { size, chunkBytes, count: Math.floor(size / chunkBytes) }
}

/** From its first byte to before its end. */
export const chunkAt = ({ size, chunkBytes, count }: Chunks, index: number): { start: number; end: number } => ({
  start: index * chunkBytes,
  end: index === count - 1 ? size : (index + 1) * chunkBytes,
})

/** How many whole pieces so many bytes are. */
export const chunksIn = ({ size, chunkBytes, count }: Chunks, bytes: number): number =>
  bytes >= size ? count : Math.min(count - 1, Math.floor(bytes / chunkBytes))
