import type { Bytes } from './bytes.ts'
import { exifRotation } from './exif.ts'
import { type ImageFacts, maxFrames } from './image-facts.ts'
import { corrupt } from './refused.ts'
import { positive } from './video-facts.ts'

const maxChunks = 2 * maxFrames
const maxExifBytes = 64 * 1024
const riffHeaderBytes = 12

interface Size {
  readonly width: number
  readonly height: number
}

/** Reads the chunks up to the end that the RIFF header states. */
export async function probeWebp(bytes: Bytes): Promise<ImageFacts> {
  const end = (await bytes.at(0, riffHeaderBytes)).readUInt32LE(4) + 8
  await bytes.at(end - 1, 1)
  let size: Size | null = null
  let rotation = 0
  let stills = 0
  let frames = 0
  let milliseconds = 0
  let at = riffHeaderBytes
  for (let chunks = 0; at + 8 <= end; chunks += 1) {
    if (chunks >= maxChunks) throw corrupt('it has more WebP chunks than any image needs')
    const head = await bytes.at(at, 8)
    const type = head.toString('latin1', 0, 4)
    const length = head.readUInt32LE(4)
    if (at + 8 + length > end) throw corrupt('a WebP chunk is longer than the file')
    const body = await bytes.at(at + 8, Math.min(length, type === 'EXIF' ? maxExifBytes : 16))
    size ??= canvas(type, body)
    if (type === 'VP8 ' || type === 'VP8L') stills += 1
    if (type === 'ANMF' && body.length === 16) {
      frames += 1
      milliseconds += body.readUIntLE(12, 3)
    }
    if (type === 'EXIF') rotation = exifRotation(body)
    at += 8 + length + (length % 2)
  }
  if (!size || frames + stills === 0) throw corrupt('the WebP file contains no image')
  const seconds = frames > 1 ? positive(milliseconds / 1000) : null
  return { ...size, rotation, frames: Math.max(1, frames), seconds }
}

/** The first chunk contains the size: of the canvas in the extended form, otherwise of the lossy or lossless image. */
function canvas(type: string, body: Buffer): Size | null {
  if (type === 'VP8X' && body.length >= 10)
    return { width: body.readUIntLE(4, 3) + 1, height: body.readUIntLE(7, 3) + 1 }
  if (type === 'VP8 ' && body.length >= 10 && body.toString('hex', 3, 6) === '9d012a')
    return { width: body.readUInt16LE(6) & 0x3fff, height: body.readUInt16LE(8) & 0x3fff }
  if (type === 'VP8L' && body.length >= 5 && body[0] === 0x2f) {
    const bits = body.readUInt32LE(1)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  throw corrupt('the WebP header is not followed by a WebP image')
}
