export interface BmpForm {
  readonly bits: 1 | 4 | 8 | 16 | 24 | 32
  readonly headerBytes?: 12 | 40 | 124
  readonly compression?: number
  readonly topDown?: boolean
  readonly masks?: readonly number[]
}

const white = [255, 255, 255]
const red = [255, 0, 0]
const blue = [0, 0, 255]

const bmpPalette = [white, red, blue]

/** Writes a BMP with a palette; `pixels` are rows from the top. */
export function writeBmp(pixels: readonly (readonly number[])[], form: BmpForm): Buffer {
  const { bits, headerBytes = 40, compression = 0, topDown = false, masks = [] } = form
  const wide = pixels[0]?.length ?? 0
  const header = Buffer.alloc(14 + headerBytes)
  const palette =
    bits <= 8 ? Buffer.concat(bmpPalette.map((colour) => entry(colour, headerBytes === 12 ? 3 : 4))) : Buffer.alloc(0)
  // The oldest palette format has no count, so the palette must be complete.
  const filling = Buffer.alloc(headerBytes === 12 && bits <= 8 ? 2 ** bits * 3 - palette.length : 0)
  const maskBytes = Buffer.concat(masks.map(uint32))
  const rows = (topDown ? pixels : pixels.toReversed()).map((row) => packRow(row, bits, masks))
  const data = Buffer.concat(rows)
  const pixelsAt = header.length + maskBytes.length + palette.length + filling.length
  header.write('BM', 'latin1')
  header.writeUInt32LE(pixelsAt + data.length, 2)
  header.writeUInt32LE(pixelsAt, 10)
  header.writeUInt32LE(headerBytes, 14)
  if (headerBytes === 12) {
    header.writeUInt16LE(wide, 18)
    header.writeUInt16LE(pixels.length, 20)
    header.writeUInt16LE(1, 22)
    header.writeUInt16LE(bits, 24)
  } else {
    header.writeInt32LE(wide, 18)
    header.writeInt32LE(topDown ? -pixels.length : pixels.length, 22)
    header.writeUInt16LE(1, 26)
    header.writeUInt16LE(bits, 28)
    header.writeUInt32LE(compression, 30)
    header.writeUInt32LE(data.length, 34)
    header.writeUInt32LE(bits <= 8 ? bmpPalette.length : 0, 46)
  }
  return Buffer.concat([header, maskBytes, palette, filling, data])
}

const entry = ([r = 0, g = 0, b = 0]: readonly number[], length: number): Buffer =>
  Buffer.from([b, g, r, 0].slice(0, length))
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function packRow(row: readonly number[], bits: number, masks: readonly number[]): Buffer {
  const bytes = Buffer.alloc(Math.ceil((row.length * bits) / 32) * 4)
  row.forEach((index, column) => {
    const [r = 0, g = 0, b = 0] = bmpPalette[index] ?? []
    const at = Math.floor((column * bits) / 8)
    if (bits <= 8) bytes[at] = (bytes[at] ?? 0) | (index << (8 - bits - ((column * bits) % 8)))
    else if (bits === 24) bytes.set([b, g, r], at)
    else if (masks.length > 0) bytes.writeUIntLE(masked([r, g, b, 255], masks), at, bits / 8)
    else if (bits === 32) bytes.set([b, g, r, 0], at)
    else bytes.writeUInt16LE(((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3), at)
  })
  return bytes
}

/** Every colour channel is either empty or full, which fits any mask. */
const masked = (colour: readonly number[], masks: readonly number[]): number =>
  masks.reduce((sum, mask, channel) => sum + (colour[channel] === 255 ? mask : 0), 0)
