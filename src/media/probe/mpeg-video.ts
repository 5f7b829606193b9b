import { MediaRefused } from './refused.ts'
import { positive } from './video-facts.ts'

const sequenceHeader = Buffer.of(0, 0, 1, 0xb3)
const pictureStart = Buffer.of(0, 0, 1, 0)
const sequenceExtension = Buffer.of(0, 0, 1, 0xb5)
/** Maximum distance from the header to its extension; two quantiser tables can be between them. */
const maxHeaderBytes = 12 + 128

const frameRates = [0, 24_000 / 1001, 24, 25, 30_000 / 1001, 30, 50, 60_000 / 1001, 60]

export interface MpegVideo {
  readonly width: number
  readonly height: number
  readonly frameRate: number | null
  readonly videoCodec: 'mpeg1video' | 'mpeg2video'
}

/** Finds the header of MPEG-1 or MPEG-2 video, with a picture after it. */
export function findSequence(data: Buffer): MpegVideo | null {
  const at = data.indexOf(sequenceHeader)
  if (at === -1 || data.indexOf(pictureStart, at + 12) === -1) return null
  const sizes = data.readUIntBE(at + 4, 3)
  const low = { width: sizes >> 12, height: sizes & 0xfff }
  const frameRate = positive(frameRates[data.readUInt8(at + 7) & 15])
  const rest = data.subarray(at + 8, at + maxHeaderBytes + 8)
  const found = rest.indexOf(sequenceExtension)
  const extension = rest.subarray(found + 4)
  if (found === -1 || extension.length < 3 || extension.readUInt8() >> 4 !== 1)
    return { ...low, frameRate, videoCodec: 'mpeg1video' }
  const bits = extension.readUInt16BE(1)
  return {
    width: low.width | (((bits >> 7) & 3) << 12),
    height: low.height | (((bits >> 5) & 3) << 12),
    frameRate,
    videoCodec: 'mpeg2video',
  }
}

export const noVideo = (): MediaRefused =>
  new MediaRefused('unsupported_type', 'The file is an MPEG stream without readable video.')

/** Times are 33-bit numbers with this many units per second. */
const ticksPerSecond = 90_000
const wrap = 2 ** 33
/**
 * If the clock was reset inside the file, the duration is wrong, and usually close to the clock's range of 26 hours.
 */
const maxSeconds = 24 * 60 * 60

/** Reads a 33-bit time from five bytes. */
export function readTime(data: Buffer, at: number): number {
  const high = (data.readUInt8(at) >> 1) & 7
  return high * 2 ** 30 + (data.readUInt16BE(at + 1) >> 1) * 2 ** 15 + (data.readUInt16BE(at + 3) >> 1)
}

export interface Times {
  first: number | null
  last: number | null
  /** The number of pictures from the last time on: not every picture has a time. */
  pictures: number
}

export const noTimes = (): Times => ({ first: null, last: null, pictures: 0 })

/** The duration: from the first time to the last one, and the pictures after it. */
export function secondsBetween(head: Times, tail: Times, frameRate: number | null): number | null {
  if (head.first === null || tail.last === null) return null
  const between = ((tail.last - head.first + wrap) % wrap) / ticksPerSecond
  return between > maxSeconds
    ? null
    : positive(between + (frameRate === null ? 0 : Math.max(1, tail.pictures) / frameRate))
}

/** Pictures are stored in decoding order, so the first stored picture may not be the first shown. */
export function noteTime(times: Times, time: number): void {
  times.first = times.first === null ? time : Math.min(times.first, time)
  times.last = times.last === null ? time : Math.max(times.last, time)
  times.pictures = 0
}

export function notePictures(times: Times, payload: Buffer): void {
  for (let at = payload.indexOf(pictureStart); at !== -1; at = payload.indexOf(pictureStart, at + 4))
    times.pictures += 1
}
