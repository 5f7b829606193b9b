import type { Bytes } from './bytes.ts'
import { exifRotation } from './exif.ts'
import { type ImageFacts, maxFrames } from './image-facts.ts'
import { corrupt } from './refused.ts'
import { positive } from './video-facts.ts'

const maxChunks = 4 * maxFrames
/** An EXIF block fits into one JPEG segment, so it is limited to that size. */
const maxExifBytes = 64 * 1024
const signatureBytes = 8

/** Reads the chunks up to the last one, IEND, without the pixels. */
export async function probePng(bytes: Bytes): Promise<ImageFacts> {
  const header = await bytes.at(signatureBytes, 8 + 13)
  if (header.readUInt32BE() !== 13 || header.toString('latin1', 4, 8) !== 'IHDR')
    throw corrupt('the PNG signature is not followed by a PNG image')
  const size = { width: header.readUInt32BE(8), height: header.readUInt32BE(12) }
  let rotation = 0
  let frames = 0
  let seconds = 0
  let pixels = false
  let animated = false
  let at = signatureBytes
  for (let chunks = 0; chunks < maxChunks; chunks += 1) {
    const head = await bytes.at(at, 8)
    const length = head.readUInt32BE()
    const type = head.toString('latin1', 4)
    if (!/^[A-Za-z]{4}$/.test(type)) throw corrupt('a PNG chunk does not begin where it should')
    if (type === 'IEND') {
      if (!pixels) throw corrupt('the PNG image has no pixels')
      await bytes.at(at, 12)
      return {
        ...size,
        rotation,
        frames: animated ? Math.max(1, frames) : 1,
        seconds: animated && frames > 1 ? positive(seconds) : null,
      }
    }
    // The file must contain the last byte of the chunk. The decoder checks the content.
    await bytes.at(at + 8 + length, 4)
    if (type === 'IDAT') pixels = true
    // Without this chunk before the pixels, viewers show a still image.
    if (type === 'acTL' && !pixels) animated = true
    if (type === 'fcTL' && length === 26) {
      const delay = await bytes.at(at + 8 + 20, 4)
      frames += 1
      seconds += delay.readUInt16BE() / (delay.readUInt16BE(2) || 100)
    }
    if (type === 'eXIf' && length <= maxExifBytes) rotation = exifRotation(await bytes.at(at + 8, length))
    at += 12 + length
  }
  throw corrupt('it has more PNG chunks than any image needs')
}
