import { type BmpHeader, rle4 } from '../probe/bmp-header.ts'
import { truncated } from '../probe/refused.ts'

/** Commands after a zero; any other number says how many colours follow one by one. */
const endOfRow = 0
const endOfImage = 1
const move = 2

/**
 * Unpacks a BMP's run lengths: a count and a colour, or a zero and a command. Gives for each pixel the number of its
 * colour and one more; zero where no run came by. Rows are as they are stored.
 */
export function unpackRuns({ width, height, compression }: BmpHeader, stored: Buffer): Uint16Array {
  const indexes = new Uint16Array(width * height)
  const half = compression === rle4
  const byteAt = (at: number): number => {
    if (at >= stored.length) throw truncated('its BMP pixels end too early')
    return stored.readUInt8(at)
  }
  let column = 0
  let row = 0
  const put = (byte: number, index: number) => {
    const colour = half ? (index % 2 === 0 ? byte >> 4 : byte & 15) : byte
    if (column < width && row < height) indexes[row * width + column] = colour + 1
    column += 1
  }
  for (let at = 0; row < height; ) {
    const count = byteAt(at)
    const value = byteAt(at + 1)
    at += 2
    if (count > 0) for (let index = 0; index < count; index += 1) put(value, index)
    else if (value === endOfImage) break
    else if (value === endOfRow) {
      column = 0
      row += 1
    } else if (value === move) {
      column += byteAt(at)
      row += byteAt(at + 1)
      at += 2
    } else {
      for (let index = 0; index < value; index += 1) put(byteAt(at + (half ? index >> 1 : index)), index)
      const used = half ? Math.ceil(value / 2) : value
      at += used + (used % 2)
    }
  }
  return indexes
}
