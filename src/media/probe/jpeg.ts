import { type Bytes, windowBytes } from './bytes.ts'
import { exifRotation } from './exif.ts'
import type { ImageFacts } from './image-facts.ts'
import { corrupt, truncated } from './refused.ts'

/** Maximum number of segments. A camera writes some tens, a large colour profile some hundreds. */
const maxSegments = 10_000

/** Any number of FF may precede a marker; some programs use this to align pages. */
const maxFill = 64 * 1024

const startOfScan = 0xda
const app1 = 0xe1
const endOfImage = Buffer.of(0xff, 0xd9)
/** C0 to CF are frame headers, with three exceptions. */
const notFrames = [0xc4, 0xc8, 0xcc]
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && !notFrames.includes(marker)

export async function probeJpeg(bytes: Bytes): Promise<ImageFacts> {
  let size: { width: number; height: number } | null = null
  let rotation = 0
  let at = 2
  for (let segments = 0; segments < maxSegments; segments += 1) {
    const marker = await nextMarker(bytes, at)
    const length = (await bytes.at(marker.end, 2)).readUInt16BE()
    if (length < 2) throw corrupt('one of its JPEG segments has no length')
    const body = await bytes.at(marker.end + 2, length - 2)
    at = marker.end + length
    if (marker.code === startOfScan) {
      if (!size) throw corrupt('the JPEG image has no frame header')
      await seekEnd(bytes, at)
      return { ...size, rotation, frames: 1, seconds: null }
    }
    if (isFrame(marker.code)) {
      if (body.length < 5) throw corrupt('its JPEG frame header is too short')
      size = { height: body.readUInt16BE(1), width: body.readUInt16BE(3) }
    }
    if (marker.code === app1 && body.subarray(0, 4).toString('latin1') === 'Exif') rotation = exifRotation(body)
  }
  throw corrupt('it has more JPEG segments than any image needs')
}

async function nextMarker(bytes: Bytes, from: number): Promise<{ code: number; end: number }> {
  for (let at = from; at < from + maxFill; at += 1) {
    const [mark, code = 0] = await bytes.at(at, 2)
    if (mark !== 0xff || code === 0) break
    if (code !== 0xff) return { code, end: at + 2 }
  }
  throw corrupt('a JPEG segment does not begin where it should')
}

/** In the compressed data, FF is always followed by 00 or a marker, so an end mark is really the end. */
async function seekEnd(bytes: Bytes, from: number): Promise<void> {
  for (let at = from; at < bytes.size; at += windowBytes - 1)
    if ((await bytes.upTo(at, windowBytes)).includes(endOfImage)) return
  throw truncated('the end mark of its JPEG data is missing')
}
