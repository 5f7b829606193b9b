import { buffer } from 'node:stream/consumers'
import type { MediaFacts } from '../../domain/media-facts.ts'
import { mediaTypes } from '../../domain/media-types.ts'
import type { MediaHost } from '../host.ts'
import { imageSeconds, loadSharp, maxImageBytes, maxUnpackedPixels, oneImageAtATime } from '../sharp.ts'

/** The longer side of a small picture, in pixels: that of a calendar, on a screen with two pixels for each. */
const smallSide = 320
const quality = 75

/** A small picture of an image; null if there can be none. Of an image that moves, the first frame. */
export async function smallPicture(
  { read }: Pick<MediaHost, 'read'>,
  { file, facts }: { readonly file: string; readonly facts: MediaFacts },
): Promise<Uint8Array | null> {
  const { contentType, size, width, height } = facts
  if (mediaTypes[contentType] === 'video' || size > maxImageBytes) return null
  if (width === null || height === null || width * height > maxUnpackedPixels) return null
  return oneImageAtATime(async () => reduce(await buffer(await read(file))))
}

/** The same of bytes that are in memory. */
export const smallPictureOf = (bytes: Uint8Array): Promise<Uint8Array | null> => oneImageAtATime(() => reduce(bytes))

async function reduce(bytes: Uint8Array): Promise<Uint8Array | null> {
  const sharp = await loadSharp()
  try {
    return await sharp(bytes, { failOn: 'error', limitInputPixels: maxUnpackedPixels })
      .timeout({ seconds: imageSeconds })
      .autoOrient()
      .resize({ width: smallSide, height: smallSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality })
      .toBuffer()
  } catch {
    // A type that the library does not read, or pixels that it cannot.
    return null
  }
}
