import { limitConcurrency } from '../system/limit-concurrency.ts'

/**
 * The image library, configured for untrusted files: one thread per image, no cache, and only the readers of the types
 * that we accept, from memory. All others (SVG, PDF, TIFF, files by name …) are blocked. It is loaded for the first image.
 */
export const loadSharp = (): ReturnType<typeof load> => {
  loading ??= load()
  return loading
}

let loading: ReturnType<typeof load> | undefined

async function load() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadNsgifBuffer',
    ],
  })
  return sharp
}

/** Width times height above which an image is refused: 16,384 by 16,384, more than any camera or platform has. */
export const maxPixels = 16_384 ** 2

/** The most pixels of all frames together that are decoded; a progressive JPEG of this size needs 150 MB. */
export const maxUnpackedPixels = 50_000_000

/** The most bytes of an image that are loaded into memory for decoding. */
export const maxImageBytes = 64 * 1024 * 1024

/** The time limit for decoding or writing one image. */
export const imageSeconds = 30

/** One image at a time, so that many uploads need no more memory than one. */
export const oneImageAtATime = limitConcurrency(1)
