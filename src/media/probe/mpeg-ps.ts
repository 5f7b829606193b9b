import {
  findSequence,
  noTimes,
  notePictures,
  noteTime,
  noVideo,
  readTime,
  secondsBetween,
  type Times,
} from './mpeg-video.ts'
import { truncated } from './refused.ts'
import type { VideoFacts } from './video-facts.ts'

const startCode = Buffer.of(0, 0, 1)
const packStart = Buffer.of(0, 0, 1, 0xba)

const programEnd = 0xb9
const pack = 0xba
const privateSound = 0xbd
const isSound = (code: number): boolean => code >= 0xc0 && code <= 0xdf
const isVideo = (code: number): boolean => code >= 0xe0 && code <= 0xef

/** How many bytes of video data are collected to find the video header. */
const maxGathered = 256 * 1024

interface MpegFacts {
  readonly times: Times
  readonly video: Buffer[]
  gathered: number
  audioCodec: string | null
  /** The last packet continues after the data that was read. */
  cut: boolean
}

/** Reads a program stream (.mpg, .vob) from its first and last bytes. */
export function probeProgramStream(head: Buffer, tail: Buffer): VideoFacts {
  const begin = scan(head, 0)
  const end = head === tail ? begin : scan(tail, tail.indexOf(packStart))
  if (end.cut) throw truncated('its last packet is longer than the rest of the file')
  const video = findSequence(Buffer.concat(begin.video))
  if (!video) throw noVideo()
  const seconds = secondsBetween(begin.times, end.times, video.frameRate)
  return { ...video, rotation: 0, seconds, audioCodec: begin.audioCodec }
}

function scan(data: Buffer, from: number): MpegFacts {
  const found: MpegFacts = { times: noTimes(), video: [], gathered: 0, audioCodec: null, cut: false }
  let at = from === -1 ? data.length : from
  while (at + 4 <= data.length) {
    const code = data.readUInt8(at + 3)
    if (data.indexOf(startCode, at) !== at || code < programEnd) {
      // Out of sync: continue at the next packet. The position moves by at least one byte.
      const next = data.indexOf(startCode, at + 1)
      if (next === -1) break
      at = next
      continue
    }
    const end = endOf(data, at, code)
    found.cut = end > data.length
    if (found.cut) break
    notePacket(data.subarray(at, end), code, found)
    at = end
  }
  return found
}

function endOf(data: Buffer, at: number, code: number): number {
  if (code === programEnd) return at + 4
  if (code !== pack) return at + 6 > data.length ? Infinity : at + 6 + data.readUInt16BE(at + 4)
  if (at + 14 > data.length) return Infinity
  // The pack header has 12 bytes in MPEG-1; in MPEG-2 14, and up to 7 bytes of padding.
  return data.readUInt8(at + 4) >> 6 === 1 ? at + 14 + (data.readUInt8(at + 13) & 7) : at + 12
}

function notePacket(packet: Buffer, code: number, found: MpegFacts): void {
  if (!isVideo(code) && !isSound(code) && code !== privateSound) return
  const { time, payload } = readPacket(packet)
  if (isSound(code)) found.audioCodec ??= 'mp2'
  if (code === privateSound) found.audioCodec ??= privateCodec(payload[0] ?? 0)
  if (!isVideo(code)) return
  if (time !== null) noteTime(found.times, time)
  notePictures(found.times, payload)
  if (found.gathered < maxGathered) found.video.push(payload)
  found.gathered += payload.length
}

/** DVD numbers of audio formats that MPEG does not define. */
const privateCodec = (stream: number): string | null =>
  stream >= 0x80 && stream < 0x88 ? 'ac3' : stream >= 0x88 && stream < 0x90 ? 'dts' : stream >> 4 === 0xa ? 'pcm' : null

/** The time and the data of a packet. MPEG-1 and MPEG-2 have different packet headers. */
export function readPacket(packet: Buffer): { time: number | null; payload: Buffer } {
  const byte = (at: number): number => packet[at] ?? 0
  if (byte(6) >> 6 === 2) {
    const time = byte(7) & 0x80 && packet.length >= 14 ? readTime(packet, 9) : null
    return { time, payload: packet.subarray(9 + byte(8)) }
  }
  let at = 6
  while (byte(at) === 0xff) at += 1
  if (byte(at) >> 6 === 1) at += 2
  const form = byte(at) >> 4
  const time = (form === 2 || form === 3) && packet.length >= at + 5 ? readTime(packet, at) : null
  return { time, payload: packet.subarray(at + (form === 2 ? 5 : form === 3 ? 10 : 1)) }
}
