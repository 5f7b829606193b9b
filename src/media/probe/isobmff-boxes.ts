import type { Bytes } from './bytes.ts'
import { corrupt, MediaRefused, truncated } from './refused.ts'

/** The number of outermost boxes that are read. A recording in fragments of two seconds has 10,000 in three hours. */
const maxBoxes = 10_000

/** The index of a video of five hours has some 20 MB; a longer one would fill the memory. */
const maxIndexBytes = 64 * 1024 * 1024

interface Box {
  readonly type: string
  /** Null: the box extends to the end of the file. */
  readonly length: number | null
}

/** Checks that an MP4 or QuickTime file contains its index and complete boxes. */
export async function checkBoxes(bytes: Bytes): Promise<void> {
  const seen = new Set<string>()
  let at = 0
  for (let boxes = 0; boxes < maxBoxes && at + 8 <= bytes.size; boxes += 1) {
    const { type, length } = await readBox(bytes, at)
    // Some programs write a few stray bytes after the last box. Players ignore them, and so do we.
    const isBox = /^[\w ©-]{4}$/.test(type) && (length === null || length >= 8)
    if (!isBox && seen.has('moov')) break
    if (!isBox) throw corrupt('a box of the video does not begin where it should')
    if (type === 'moov' && (length ?? bytes.size - at) > maxIndexBytes)
      throw corrupt('its index is longer than any video needs')
    if (length !== null && at + length > bytes.size)
      throw truncated(`its part "${type}" should have ${length} bytes, and only ${bytes.size - at} are left`)
    seen.add(type)
    if (length === null) break
    at += length
  }
  if (seen.has('moov')) return
  if (seen.has('mdat') || at > bytes.size) throw truncated('the index of the video (moov) is missing')
  throw new MediaRefused('unsupported_type', 'The file has the form of an MP4, but contains no video.')
}

async function readBox(bytes: Bytes, at: number): Promise<Box> {
  const head = await bytes.upTo(at, 16)
  const short = head.readUInt32BE()
  const type = head.toString('latin1', 4, 8)
  if (short === 0) return { type, length: null }
  if (short !== 1) return { type, length: short }
  if (head.length < 16) throw truncated('it ends within the header of a box')
  return { type, length: Number(head.readBigUInt64BE(8)) }
}
