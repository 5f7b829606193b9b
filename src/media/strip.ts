import { exifOrientation } from './probe/exif.ts'

const startOfImage = Buffer.of(0xff, 0xd8)
const endOfImage = 0xd9
const startOfScan = 0xda
const app0 = 0xe0
const app1 = 0xe1
const app15 = 0xef
const comment = 0xfe

/** What a picture needs to look as it does: pixels a side, the colour profile, how its colours are coded. */
const kept: readonly string[] = ['JFIF\0', 'ICC_PROFILE\0', 'Adobe']

/**
 * A JPEG without what a camera or a program has written into it, such as where it was taken, and without what hangs on
 * behind it; how it is turned stays. No pixel is changed. A file of another type, or an odd one, stays as it is from
 * there on where it can't be read.
 */
export function stripJpeg(file: Buffer): Buffer {
  if (!file.subarray(0, 2).equals(startOfImage)) return file
  const parts: Buffer[] = []
  let orientation = 1
  let at = 2
  while (file[at] === 0xff) {
    const code = file[at + 1] ?? 0xff
    if (code === 0xff) {
      at += 1
      continue
    }
    const end = code === endOfImage ? at + 2 : at + 2 + (at + 4 <= file.length ? file.readUInt16BE(at + 2) : 2)
    const body = file.subarray(at + 4, end)
    if (code === app1 && startsWith(body, 'Exif\0')) orientation = exifOrientation(body)
    const next = code === startOfScan ? endOfScan(file, end) : end
    if (isKept(code, body)) parts.push(file.subarray(at, next))
    at = next
    if (code === endOfImage) return joined(orientation, parts)
  }
  return joined(orientation, [...parts, file.subarray(at)])
}

const startsWith = (body: Buffer, name: string): boolean => body.subarray(0, name.length).toString('latin1') === name

const isKept = (code: number, body: Buffer): boolean =>
  ((code < app0 || code > app15) && code !== comment) || kept.some((name) => startsWith(body, name))

/** In compressed data FF is followed by 00 or the number of a restart; whatever else follows ends it. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return file.length
}

const joined = (orientation: number, parts: readonly Buffer[]): Buffer =>
  Buffer.concat([startOfImage, ...(orientation > 1 && orientation <= 8 ? [turned(orientation)] : []), ...parts])

/** A segment of Exif with one tag: how the picture is turned. */
function turned(orientation: number): Buffer {
  const segment = Buffer.from('ffe100224578696600004d4d002a00000008000101120003000000010000000000000000', 'hex')
  segment.writeUInt16BE(orientation, 28)
  return segment
}
