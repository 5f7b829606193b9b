import type { MediaFacts } from '../../domain/media-facts.ts'
import type { MediaType } from '../../domain/media-types.ts'
import { imageSeconds, loadSharp, maxImageBytes, maxPixels, maxUnpackedPixels, oneImageAtATime } from '../sharp.ts'
import { probeBmp } from './bmp.ts'
import { type ByteSource, Bytes, readExactly } from './bytes.ts'
import { probeGif } from './gif.ts'
import type { ImageFacts } from './image-facts.ts'
import { probeJpeg } from './jpeg.ts'
import { probePng } from './png.ts'
import { corrupt, MediaRefused } from './refused.ts'
import { probeWebp } from './webp.ts'

const parsers: Readonly<Partial<Record<MediaType, (bytes: Bytes) => Promise<ImageFacts>>>> = {
  'image/jpeg': probeJpeg,
  'image/png': probePng,
  'image/webp': probeWebp,
  'image/gif': probeGif,
  'image/bmp': probeBmp,
}

/** The most frames that are all decoded; of a longer animation only the first frame is decoded. */
const maxUnpackedFrames = 2_000

/**
 * Reads the structure of the image, which finds its end at any size with little memory. Then decodes it, which finds
 * damaged pixels, if it is not too large. The pixels of a BMP are not checked: sharp does not read them.
 */
export async function probeImage(
  source: ByteSource,
  type: MediaType,
): Promise<Omit<MediaFacts, 'contentType' | 'size'>> {
  const parse = parsers[type]
  if (!parse) throw new Error(`${type} is no type of image.`)
  const facts = await parse(new Bytes(source))
  const { width, height, frames } = facts
  const pixels = width * height
  if (pixels === 0) throw corrupt('the image has no width or height')
  if (pixels > maxPixels)
    throw new MediaRefused(
      'too_large_dimensions',
      `The image has ${width} by ${height} pixels. The maximum is ${maxPixels} pixels.`,
    )
  const whole = pixels * frames <= maxUnpackedPixels && frames <= maxUnpackedFrames
  if (type !== 'image/bmp' && source.size <= maxImageBytes && pixels <= maxUnpackedPixels)
    await oneImageAtATime(async () => unpack(await readExactly(source, 0, source.size), whole ? frames : 1))
  return { ...facts, frameRate: null, videoCodec: null, audioCodec: null, animated: frames > 1 }
}

async function unpack(image: Buffer, frames: number): Promise<void> {
  const sharp = await loadSharp()
  try {
    // Shrinking decodes every pixel and keeps only a few.
    await sharp(image, { failOn: 'error', limitInputPixels: maxUnpackedPixels, pages: frames > 1 ? -1 : 1 })
      .timeout({ seconds: imageSeconds })
      .resize({ width: 8, height: 8, fit: 'fill' })
      .raw()
      .toBuffer()
  } catch (error) {
    throw corrupt('its pixels cannot be decoded', error)
  }
}
