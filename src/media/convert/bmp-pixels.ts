import { setImmediate as othersFirst } from 'node:timers/promises'
import { type BmpHeader, bmpHeadBytes, plain, readBmpHeader } from '../probe/bmp-header.ts'
import { corrupt, truncated } from '../probe/refused.ts'
import { unpackRuns } from './bmp-runs.ts'

export interface Pixels {
  readonly width: number
  readonly height: number
  /** Four bytes a pixel: red, green, blue, alpha. */
  readonly data: Buffer
}

/** Gives the colour of a pixel as one number, 0xRRGGBBAA. Rows are counted as they are stored. */
type ColourAt = (column: number, row: number) => number

/** After so many pixels other work of the process gets its turn. */
const pixelsAtOnce = 100_000

const black = 0x000000ff

/** Unpacks a BMP, which sharp cannot. The caller has bounded its size in pixels. */
export async function decodeBmp(file: Buffer): Promise<Pixels> {
  const header = readBmpHeader(file.subarray(0, bmpHeadBytes))
  const { width, height, bottomUp } = header
  const stored = file.subarray(header.pixelsAt)
  if (header.pixelBytes !== null && stored.length < header.pixelBytes) throw truncated('its BMP pixels end too early')
  const colourAt = reader(file, header, stored)
  const data = Buffer.alloc(width * height * 4)
  const rowsAtOnce = Math.ceil(pixelsAtOnce / width)
  for (let row = 0; row < height; row += 1) {
    if (row % rowsAtOnce === 0) await othersFirst()
    const start = (bottomUp ? height - 1 - row : row) * width
    for (let column = 0; column < width; column += 1) data.writeUInt32BE(colourAt(column, row), (start + column) * 4)
  }
  return { width, height, data }
}

function reader(file: Buffer, header: BmpHeader, stored: Buffer): ColourAt {
  const { bits, rowBytes, width } = header
  if (header.masks) return maskedColours(header, header.masks, stored)
  if (bits === 24) return (column, row) => rgb(stored.readUIntLE(row * rowBytes + column * 3, 3))
  const palette = readPalette(file, header)
  if (header.compression !== plain) {
    const indexes = unpackRuns(header, stored)
    // Runs may leave pixels out. They show the background, which is none.
    return (column, row) => {
      const index = indexes[row * width + column] ?? 0
      return index === 0 ? 0 : (palette[index - 1] ?? black)
    }
  }
  const most = 2 ** bits - 1
  return (column, row) => {
    const bit = column * bits
    const byte = stored.readUInt8(row * rowBytes + (bit >> 3))
    return palette[(byte >> (8 - bits - (bit & 7))) & most] ?? black
  }
}

/** From 0xRRGGBB, which is how blue, green, red read as one little-endian number. */
const rgb = (colour: number): number => colour * 256 + 255

function maskedColours({ rowBytes, bits }: BmpHeader, masks: readonly number[], stored: Buffer): ColourAt {
  const [red, green, blue, alpha] = masks.map(channel)
  if (!red || !green || !blue || !alpha) throw corrupt('its BMP colour masks are missing')
  const opaque = masks[3] === 0
  return (column, row) => {
    const at = row * rowBytes + (column * bits) / 8
    const value = bits === 16 ? stored.readUInt16LE(at) : stored.readUInt32LE(at)
    return ((red(value) * 256 + green(value)) * 256 + blue(value)) * 256 + (opaque ? 255 : alpha(value))
  }
}

/** Picks the bits of a mask and stretches them to 0..255. */
function channel(mask: number): (value: number) => number {
  if (mask === 0) return () => 0
  const shift = 31 - Math.clz32(mask & -mask)
  const most = mask >>> shift
  return (value) => Math.round((((value & mask) >>> shift) * 255) / most)
}

function readPalette(file: Buffer, { palette: { at, entryBytes, count } }: BmpHeader): number[] {
  if (file.length < at + count * entryBytes) throw truncated('its BMP colour table ends too early')
  return Array.from({ length: count }, (_, index) => rgb(file.readUIntLE(at + index * entryBytes, 3)))
}
