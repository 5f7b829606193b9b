import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import type { ByteSource } from '../../src/media/probe/probe.ts'

/** A video that make.sh has created. */
export const film = (name: string): Buffer => readFileSync(new URL(`fixtures/${name}`, import.meta.url))

/** Makes a video ten times as long, by a slower clock. */
export function longFilm(): Buffer {
  const bytes = film('plain.mp4')
  for (const clock of ['mvhd', 'mdhd'])
    for (let at = bytes.indexOf(clock); at >= 0; at = bytes.indexOf(clock, at + 1)) {
      // After the name come a version, the creation time and the modification time, of four bytes each.
      const ticks = at + 4 + 3 * 4
      bytes.writeUInt32BE(bytes.readUInt32BE(ticks) / 10, ticks)
    }
  return bytes
}

/** A long video that declares this number of pixels. */
export function largeFilm(wide = 720, high = 1_280): Buffer {
  const bytes = longFilm()
  // In the sample description; the file's brands contain the same name.
  const sample = bytes.indexOf('avc1', bytes.indexOf('stsd')) + 4 + 24
  bytes.writeUInt16BE(wide, sample)
  bytes.writeUInt16BE(high, sample + 2)
  return bytes
}

export const width = 40
export const height = 30

/** An image whose upper left quarter is red and the rest blue, so that its rotation is visible. */
export const picture = (channels: 3 | 4 = 3, alpha = 255): Sharp => {
  const data = Buffer.alloc(width * height * channels)
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const red = row < height / 2 && column < width / 2
      const colour = red ? [255, 0, 0, alpha] : [0, 0, 255, alpha]
      data.set(colour.slice(0, channels), (row * width + column) * channels)
    }
  return sharp(data, { raw: { width, height, channels } })
}

/** An image that hardly compresses. */
export const noise = (wide: number, high: number): Sharp => {
  let state = 1
  const data = Uint8Array.from({ length: wide * high * 3 }, () => {
    state = (state * 48_271) % 0x7fffffff
    return state & 255
  })
  return sharp(data, { raw: { width: wide, height: high, channels: 3 } })
}

const animation = (frames: number): Sharp =>
  sharp(
    Uint8Array.from(
      { length: width * height * frames * 3 },
      (_, index) => Math.floor(index / (width * height * 3)) * 20,
    ),
    { raw: { width, height: height * frames, channels: 3, pageHeight: height } },
  )

export const animatedGif = (frames = 3): Promise<Buffer> =>
  animation(frames)
    .gif({ delay: Array.from({ length: frames }, () => 100), loop: 0 })
    .toBuffer()
export const animatedWebp = (frames = 3): Promise<Buffer> =>
  animation(frames)
    .webp({ delay: Array.from({ length: frames }, () => 100), loop: 0 })
    .toBuffer()

const chunk = (type: string, body: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  return Buffer.concat([uint32(body.length), named, uint32(crc32(named))])
}
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const uint16 = (value: number): Buffer => uint32(value).subarray(2)

export const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

const pngHeader = (wide: number, high: number, bits: number, colour: number): Buffer =>
  chunk('IHDR', Buffer.concat([uint32(wide), uint32(high), Buffer.of(bits, colour, 0, 0, 0)]))

/** A PNG of a few hundred bytes that claims any size. */
export const claimingPng = (wide: number, high: number): Buffer =>
  Buffer.concat([
    pngSignature,
    pngHeader(wide, high, 1, 0),
    chunk('IDAT', deflateSync(Buffer.alloc(64))),
    chunk('IEND', Buffer.alloc(0)),
  ])

/** An animated PNG, which sharp cannot write. */
export function animatedPng(frames = 3): Buffer {
  const control = (number: number) =>
    chunk('fcTL', Buffer.concat([...[number, width, height, 0, 0].map(uint32), uint16(1), uint16(10), Buffer.of(0, 0)]))
  const pixels = (shade: number) => {
    const row = Buffer.alloc(1 + width, shade)
    row[0] = 0
    return deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  }
  const parts = [
    pngSignature,
    pngHeader(width, height, 8, 0),
    chunk('acTL', Buffer.concat([uint32(frames), uint32(0)])),
  ]
  for (let frame = 0, number = 0; frame < frames; frame += 1) {
    parts.push(control(number++))
    parts.push(
      frame === 0 ? chunk('IDAT', pixels(0)) : chunk('fdAT', Buffer.concat([uint32(number++), pixels(frame * 20)])),
    )
  }
  return Buffer.concat([...parts, chunk('IEND', Buffer.alloc(0))])
}

/** A GIF with any canvas and number of frames, each of one pixel at the upper left. */
export function tinyFramesGif(frames: number, wide: number, high: number): Buffer {
  const screen = Buffer.alloc(13 + 6)
  screen.write('GIF89a', 'latin1')
  screen.writeUInt16LE(wide, 6)
  screen.writeUInt16LE(high, 8)
  screen[10] = 0x80
  const frame = Buffer.from('21f904040a000000' + '2c00000000010001000002024401' + '00', 'hex')
  return Buffer.concat([screen, ...Array.from({ length: frames }, () => frame), Buffer.of(0x3b)])
}

/** A store that returns the given start and then only zeros, as a file of any size. */
export function sparseSource(head: Buffer, size: number) {
  let bytesRead = 0
  let largest = 0
  const source: ByteSource = {
    size,
    read: async (start, end) => {
      bytesRead += end - start
      largest = Math.max(largest, end - start)
      const bytes = new Uint8Array(end - start)
      bytes.set(head.subarray(Math.min(start, head.length), Math.min(end, head.length)))
      return bytes
    },
  }
  return { source, read: () => ({ bytesRead, largest }) }
}
