import { MiB } from '../../../domain/bytes.ts'
import type { World } from '../../shared/simulator.ts'
import type { MediaFault } from './refused.ts'

/** In bytes (developers.facebook.com, IG User Media, 2026-09-11). */
const maxImage = 8 * MiB
const maxVideo = { REELS: 300 * MiB, STORIES: 100 * MiB, VIDEO: 300 * MiB }

/**
 * 4:5 to 1.91:1. For stories nothing is documented. How exactly Instagram compares is unknown; here the sides are
 * rounded.
 */
const aspect = { min: 0.785, max: 1.925 }

/** Downloads an image from a URL at once, as Instagram does, and returns what is wrong with it; null: nothing. */
export async function imageFault(url: string, anyShape: boolean, world: World): Promise<MediaFault | null> {
  const file = await world.fetch(url)
  if (file?.status !== 200) return 'notFetched'
  if (file.size > maxImage) return 'tooLarge'
  const size = jpegSize(file.bytes)
  if (!size) return 'wrongFormat'
  const shape = size.width / size.height
  return anyShape || (shape >= aspect.min && shape <= aspect.max) ? null : 'wrongShape'
}

/** The same for a video. Instagram reports it in the status of the container, after it has checked the file. */
export async function videoFault(url: string, kind: keyof typeof maxVideo, world: World): Promise<MediaFault | null> {
  const file = await world.fetch(url)
  if (file?.status !== 200) return 'notFetched'
  return file.size > maxVideo[kind] || !isVideo(file.bytes) ? 'wrongFile' : null
}

/** The types of the first box: MP4 and MOV files consist of boxes. */
export const isVideo = (bytes: Buffer): boolean =>
  ['ftyp', 'moov', 'mdat', 'free', 'wide', 'skip'].includes(bytes.subarray(4, 8).toString('latin1'))

/** Reads the first frame header of a JPEG; null if there is none. */
function jpegSize(bytes: Buffer): { readonly width: number; readonly height: number } | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const code = bytes[at + 1] ?? 0
    const isFrame = code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
  }
  return null
}
