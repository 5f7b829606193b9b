import type { Sharp } from 'sharp'
import { mediaTypes } from '../../domain/media-types.ts'
import { type ByteSource, readExactly } from '../probe/bytes.ts'
import { probe } from '../probe/probe.ts'
import { imageSeconds, loadSharp, maxImageBytes, maxUnpackedPixels, oneImageAtATime } from '../sharp.ts'

export type ConversionFault = 'not_convertible' | 'too_large' | 'cannot_fit' | 'failed'

/** Why an image was not converted, as a sentence for people. The original is unchanged. */
export class CannotConvert extends Error {
  readonly code: ConversionFault

  constructor(code: ConversionFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** A new image, to be stored as a file of its own. */
export interface ConvertedImage {
  readonly bytes: Buffer
  readonly contentType: 'image/jpeg'
  readonly width: number
  readonly height: number
}

interface Limits {
  readonly maxBytes?: number
  /** In pixels, for both orientations. */
  readonly maxSides?: { readonly longer: number; readonly shorter: number } | undefined
}

/** First the quality is reduced, which is hardly visible; then the size. */
const qualities = [90, 82, 74, 66]
const leastQuality = 66
const maxSizeSteps = 10
/** An image with a shorter longer side is too small to be useful. */
const leastSide = 64
/** A little less than the maximum of JPEG, as in libjpeg. */
const maxJpegSide = 65_500

/**
 * Converts a still image to JPEG: with its EXIF orientation applied, on white if it is transparent, in sRGB, without
 * metadata. It is reduced until it fits `maxBytes` and `maxSides`.
 */
export async function toJpeg(
  source: ByteSource,
  { maxBytes = Infinity, maxSides }: Limits = {},
): Promise<ConvertedImage> {
  const { contentType, width, height, animated } = await probe(source)
  if (mediaTypes[contentType] === 'video' || width === null || height === null)
    throw new CannotConvert('not_convertible', 'A video cannot be converted to JPEG.')
  if (animated) throw new CannotConvert('not_convertible', 'An animated image cannot be converted to JPEG.')
  if (width * height > maxUnpackedPixels || source.size > maxImageBytes)
    throw new CannotConvert(
      'too_large',
      `Images of up to ${maxUnpackedPixels} pixels and ${maxImageBytes} bytes are converted; this one has ${width * height} pixels and ${source.size} bytes.`,
    )
  return oneImageAtATime(async () => {
    const file = await readExactly(source, 0, source.size)
    const sharp = await loadSharp()
    const image = sharp(file, { failOn: 'error', limitInputPixels: maxUnpackedPixels })
    return fit(image, longerSide({ width, height }, maxSides), maxBytes)
  })
}

/** The maximum longer side, so that both sides fit. */
function longerSide({ width, height }: Pick<ConvertedImage, 'width' | 'height'>, max: Limits['maxSides']): number {
  const [longer, shorter] = [Math.max(width, height), Math.min(width, height)]
  return max ? Math.floor(longer * Math.min(1, max.longer / longer, max.shorter / shorter)) : longer
}

async function fit(image: Sharp, longerSide: number, maxBytes: number): Promise<ConvertedImage> {
  let side = Math.min(longerSide, maxJpegSide)
  let result = await write(image, side, qualities[0] ?? leastQuality)
  for (const quality of qualities.slice(1)) {
    if (result.bytes.length <= maxBytes) return result
    result = await write(image, side, quality)
  }
  for (let step = 0; step < maxSizeSteps && result.bytes.length > maxBytes; step += 1) {
    // The bytes grow with the area. A little less, so that one step is usually enough.
    const scale = Math.sqrt(maxBytes / result.bytes.length) * 0.95
    side = Math.floor(side * Math.min(0.9, Math.max(0.25, scale)))
    if (side < leastSide) break
    result = await write(image, side, leastQuality)
  }
  if (result.bytes.length <= maxBytes) return result
  throw new CannotConvert(
    'cannot_fit',
    `The image cannot be reduced to ${maxBytes} bytes: too little of it would be visible.`,
  )
}

async function write(image: Sharp, side: number, quality: number): Promise<ConvertedImage> {
  try {
    const { data, info } = await image
      .clone()
      .timeout({ seconds: imageSeconds })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      // The colours are converted to sRGB, the default for a JPEG without a profile.
      .toColourspace('srgb')
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, contentType: 'image/jpeg', width: info.width, height: info.height }
  } catch (error) {
    throw new CannotConvert('failed', 'The image could not be converted.', { cause: error })
  }
}
