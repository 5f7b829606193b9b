import type { Bytes } from './bytes.ts'
import type { ImageFacts } from './image-facts.ts'
import { corrupt, MediaRefused, truncated } from './refused.ts'

/** The file header, the longest image header, and the colour masks after it. */
const headBytes = 14 + 124 + 16

const plain = 0
const rle8 = 1
const rle4 = 2
const masked = [3, 6]
const embedded = [4, 5]

export async function probeBmp(bytes: Bytes): Promise<ImageFacts> {
  const { width, height, pixelsAt, pixelBytes } = readHeader(await bytes.upTo(0, headBytes))
  // Compressed pixels without a stated length have at least an end mark.
  const end = pixelsAt + (pixelBytes ?? 2)
  await bytes.at(end - 1, 1)
  return { width, height, rotation: 0, frames: 1, seconds: null }
}

interface Header {
  readonly width: number
  readonly height: number
  readonly pixelsAt: number
  /** Null if the pixels are compressed and their length is not stated. */
  readonly pixelBytes: number | null
}

/** Reads all forms of the header since OS/2. */
function readHeader(head: Buffer): Header {
  if (head.length < 26) throw truncated('it contains only a part of the BMP header')
  const pixelsAt = head.readUInt32LE(10)
  const headerBytes = head.readUInt32LE(14)
  const old = headerBytes === 12
  if (!old && (headerBytes < 16 || headerBytes > 124)) throw corrupt('the BMP header has an unknown form')
  if (head.length < 14 + headerBytes) throw truncated('it contains only a part of the BMP header')
  const width = old ? head.readUInt16LE(18) : head.readInt32LE(18)
  const height = Math.abs(old ? head.readUInt16LE(20) : head.readInt32LE(22))
  const bits = head.readUInt16LE(old ? 24 : 28)
  const compression = headerBytes >= 40 ? head.readUInt32LE(30) : plain
  if (width <= 0 || height === 0) throw corrupt('the BMP image has no width or height')
  if (embedded.includes(compression))
    throw new MediaRefused(
      'unsupported_type',
      'The file is a BMP that contains a JPEG or a PNG. Upload that JPEG or PNG.',
    )
  checkDepth(bits, compression)
  checkMasks(head, headerBytes, compression)
  // Each row is padded to four bytes.
  const rowBytes = Math.ceil((width * bits) / 32) * 4
  const isPacked = compression === rle8 || compression === rle4
  return { width, height, pixelsAt, pixelBytes: isPacked ? head.readUInt32LE(34) || null : rowBytes * height }
}

function checkDepth(bits: number, compression: number): void {
  const allowed =
    compression === plain
      ? [1, 2, 4, 8, 16, 24, 32]
      : compression === rle8
        ? [8]
        : compression === rle4
          ? [4]
          : [16, 32]
  if ((compression > 3 && compression !== 6) || !allowed.includes(bits))
    throw corrupt(`a BMP of ${bits} bits and compression ${compression} does not exist`)
}

/** The masks follow the oldest header and are a part of the later ones: at the same place either way. */
function checkMasks(head: Buffer, headerBytes: number, compression: number): void {
  if (!masked.includes(compression)) return
  const withAlpha = compression === 6 || headerBytes >= 56
  if (head.length < 54 + (withAlpha ? 16 : 12)) throw truncated('its BMP colour masks are missing')
}
