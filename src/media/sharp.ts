import sharp from 'sharp'
import { createTurns } from '../system/turns.ts'

/**
 * The image library, made fit for strangers' files: one thread an image, nothing kept between images, and of all its
 * readers only those of the types that we take, from memory. The rest (SVG, PDF, TIFF, files by name …) is closed.
 */
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

export { sharp }

/** Width times height above which an image is refused: 16,384 by 16,384, more than any camera or platform has. */
export const maxPixels = 16_384 ** 2

/** Pixels of all frames together up to which an image is unpacked; a progressive JPEG of this size takes 150 MB. */
export const maxUnpackedPixels = 50_000_000

/** Bytes up to which an image is held in memory to be unpacked. */
export const maxHeldBytes = 64 * 1024 * 1024

/** What unpacking or writing one image may take. */
export const imageSeconds = 30

/** One image at a time, so that many uploads together take no more memory than one. */
export const inTurn = createTurns(1)
