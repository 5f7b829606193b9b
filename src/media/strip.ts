import { exifOrientation } from './probe/exif.ts'

const startOfImage = Buffer.of(0xff, 0xd8)
const endOfImage = 0xd9
const startOfScan = 0xda
const app0 = 0xe0
const app1 = 0xe1
const app15 = 0xef
const comment = 0xfe

/** The segments that affect how an image looks: its density, colour profile and colour coding. */
const neededSegments: readonly string[] = ['JFIF\0', 'ICC_PROFILE\0', 'Adobe']

/**
 * Removes the metadata of a JPEG, such as the place where it was taken, and everything after its end; the orientation is
 * kept. No pixel changes. Another type of file is returned unchanged; an unreadable JPEG is unchanged from the point where
 * it cannot be read.
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
    if (isNeeded(code, body)) parts.push(file.subarray(at, next))
    at = next
    if (code === endOfImage) return joined(orientation, parts)
  }
  return joined(orientation, [...parts, file.subarray(at)])
}

const startsWith = (body: Buffer, name: string): boolean => body.subarray(0, name.length).toString('latin1') === name

const isNeeded = (code: number, body: Buffer): boolean =>
  ((code < app0 || code > app15) && code !== comment) || neededSegments.some((name) => startsWith(body, name))

/** In compressed data FF is followed by 00 or a restart marker; anything else ends the data. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return file.length
}

const joined = (orientation: number, parts: readonly Buffer[]): Buffer =>
  Buffer.concat([startOfImage, ...(orientation > 1 && orientation <= 8 ? [turned(orientation)] : []), ...parts])

/** An Exif segment with one tag: the orientation. */
function turned(orientation: number): Buffer {
  const segment = Buffer.from('ffe100224578696600004d4d002a00000008000101120003000000010000000000000000', 'hex')
  segment.writeUInt16BE(orientation, 28)
  return segment
}
