import type { Bytes } from './bytes.ts'
import { type ImageFacts, maxFrames } from './image-facts.ts'
import { corrupt } from './refused.ts'
import { positive } from './video-facts.ts'

const headerBytes = 13
const extension = 0x21
const graphicControl = 0xf9
const image = 0x2c
const trailer = 0x3b

const maxBlocks = 4 * maxFrames

/** The length of the colour table that follows, by the flags before it. */
const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Reads the blocks up to the trailer, without decompressing pixels. */
export async function probeGif(bytes: Bytes): Promise<ImageFacts> {
  const header = await bytes.at(0, headerBytes)
  let width = header.readUInt16LE(6)
  let height = header.readUInt16LE(8)
  let frames = 0
  let hundredths = 0
  let at = headerBytes + tableBytes(header.readUInt8(10))
  for (let blocks = 0; blocks < maxBlocks && frames < maxFrames; blocks += 1) {
    const kind = (await bytes.at(at, 1)).readUInt8()
    if (kind === trailer) {
      if (frames === 0) throw corrupt('the GIF contains no image')
      const seconds = frames > 1 ? positive(hundredths / 100) : null
      return { width, height, rotation: 0, frames, seconds }
    }
    if (kind === extension) {
      const head = await bytes.at(at, 3)
      if (head[1] === graphicControl && head[2] === 4) hundredths += (await bytes.at(at + 4, 2)).readUInt16LE()
      at = await skipData(bytes, at + 2)
    } else if (kind === image) {
      const head = await bytes.at(at, 10)
      // Decoders enlarge the canvas for a frame that does not fit, so the frame must be limited too.
      width = Math.max(width, head.readUInt16LE(1) + head.readUInt16LE(5))
      height = Math.max(height, head.readUInt16LE(3) + head.readUInt16LE(7))
      frames += 1
      at = await skipData(bytes, at + 10 + tableBytes(head.readUInt8(9)) + 1)
    } else throw corrupt('a GIF block does not begin where it should')
  }
  throw corrupt('it has more GIF blocks than any image needs')
}

/** Data is stored in pieces of up to 255 bytes. Each begins with its length; a piece of length 0 is the end. */
async function skipData(bytes: Bytes, from: number): Promise<number> {
  let at = from
  for (let length = -1; length !== 0; at += 1 + length) length = (await bytes.at(at, 1)).readUInt8()
  return at
}
