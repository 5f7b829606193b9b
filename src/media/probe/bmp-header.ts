import { corrupt, MediaRefused, truncated } from './refused.ts'

/** Both headers, the masks after them, and the longest colour table. */
export const bmpHeadBytes = 14 + 124 + 16 + 256 * 4

export const plain = 0
export const rle8 = 1
export const rle4 = 2
const masked = [3, 6]
const embedded = [4, 5]

export interface BmpHeader {
  readonly width: number
  readonly height: number
  readonly bottomUp: boolean
  readonly bits: number
  readonly compression: number
  /** Red, green, blue and alpha, where a pixel's bits are given by masks. */
  readonly masks: readonly [number, number, number, number] | null
  readonly palette: { readonly at: number; readonly entryBytes: number; readonly count: number }
  readonly pixelsAt: number
  /** Of one row, which is padded to four bytes. */
  readonly rowBytes: number
  /** How many bytes the pixels take. Null where compressed pixels do not say. */
  readonly pixelBytes: number | null
}

/** Reads the header of a BMP from the first `bmpHeadBytes` of a file, in all its forms since OS/2. */
export function readBmpHeader(head: Buffer): BmpHeader {
  if (head.length < 26) throw truncated('it has only a part of the BMP header')
  const pixelsAt = head.readUInt32LE(10)
  const headerBytes = head.readUInt32LE(14)
  const old = headerBytes === 12
  if (!old && (headerBytes < 16 || headerBytes > 124)) throw corrupt('a BMP header of a form that does not exist')
  if (head.length < 14 + headerBytes) throw truncated('it has only a part of the BMP header')
  const width = old ? head.readUInt16LE(18) : head.readInt32LE(18)
  const signedHeight = old ? head.readUInt16LE(20) : head.readInt32LE(22)
  const height = Math.abs(signedHeight)
  const bits = head.readUInt16LE(old ? 24 : 28)
  const compression = headerBytes >= 40 ? head.readUInt32LE(30) : plain
  if (width <= 0 || height === 0) throw corrupt('a BMP image without width or height')
  if (embedded.includes(compression))
    throw new MediaRefused('unsupported_type', 'The file is a BMP that only wraps a JPEG or a PNG. Send that instead.')
  checkDepth(bits, compression)
  const rowBytes = Math.ceil((width * bits) / 32) * 4
  const tableAt = 14 + headerBytes + (headerBytes === 40 && masked.includes(compression) ? maskBytes(compression) : 0)
  return {
    width,
    height,
    bottomUp: signedHeight > 0,
    bits,
    compression,
    masks: readMasks(head, headerBytes, bits, compression),
    palette: { at: tableAt, entryBytes: old ? 3 : 4, count: colours(head, headerBytes, bits) },
    pixelsAt,
    rowBytes,
    pixelBytes: compression === rle8 || compression === rle4 ? head.readUInt32LE(34) || null : rowBytes * height,
  }
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

const maskBytes = (compression: number): number => (compression === 6 ? 16 : 12)

function readMasks(head: Buffer, headerBytes: number, bits: number, compression: number): BmpHeader['masks'] {
  if (bits !== 16 && bits !== 32) return null
  if (!masked.includes(compression)) return bits === 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff0000, 0xff00, 0xff, 0]
  // They come after the oldest header and are a part of the later ones: at the same place either way.
  const withAlpha = compression === 6 || headerBytes >= 56
  if (head.length < 54 + (withAlpha ? 16 : 12)) throw truncated('its BMP colour masks are missing')
  return [head.readUInt32LE(54), head.readUInt32LE(58), head.readUInt32LE(62), withAlpha ? head.readUInt32LE(66) : 0]
}

function colours(head: Buffer, headerBytes: number, bits: number): number {
  if (bits > 8) return 0
  const used = headerBytes >= 40 ? head.readUInt32LE(46) : 0
  return used === 0 ? 2 ** bits : Math.min(used, 2 ** bits)
}
