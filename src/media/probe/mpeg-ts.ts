import type { ByteSource } from './bytes.ts'
import { probeContainer } from './container.ts'
import { readPacket } from './mpeg-ps.ts'
import { findSequence, noTimes, noteTime, noVideo, secondsBetween, type Times } from './mpeg-video.ts'
import { truncated } from './refused.ts'
import type { VideoFacts } from './video-facts.ts'

const sync = 0x47
const packetBytes = 188
/** Cameras and discs write a four-byte time before each packet. */
const timedPacketBytes = 192

/** The stream types in the table of a program. */
const codecs: Readonly<Record<number, string>> = {
  1: 'mpeg1video',
  2: 'mpeg2video',
  3: 'mp2',
  4: 'mp2',
  15: 'aac',
  17: 'aac',
  16: 'mpeg4',
  27: 'h264',
  36: 'hevc',
  129: 'ac3',
  135: 'eac3',
}
const isVideo = (codec: string): boolean => ['mpeg1video', 'mpeg2video', 'mpeg4', 'h264', 'hevc'].includes(codec)

interface Packet {
  readonly stream: number
  /** A table or a video packet starts here. */
  readonly begins: boolean
  readonly payload: Buffer
}

interface Streams {
  readonly video: number
  readonly videoCodec: string
  readonly audioCodec: string | null
}

/** Reads a transport stream (.ts, .m2ts) from its first and last bytes. */
export async function probeTransportStream(source: ByteSource, head: Buffer, tail: Buffer): Promise<VideoFacts> {
  const step = head.readUInt8() === sync && head[packetBytes] === sync ? packetBytes : timedPacketBytes
  if (source.size % step !== 0) throw truncated(`its size is not a multiple of the packet size of ${step} bytes`)
  const begin = [...packets(head, 0, step)]
  const streams = findStreams(begin)
  if (!streams) throw noVideo()
  const { video, videoCodec, audioCodec } = streams
  const times = timesOf(begin, video)
  // Packets are aligned to the start of the file, so the tail may start in the middle of one.
  const lastTimes = timesOf(packets(tail, (step - ((source.size - tail.length) % step)) % step, step), video)
  const sequence = findSequence(Buffer.concat(begin.filter(({ stream }) => stream === video).map(pictures)))
  const { width, height, frameRate } = sequence ?? (await probeContainer(source, 'mpegts'))
  const seconds = secondsBetween(times, lastTimes, frameRate)
  return { width, height, rotation: 0, seconds, frameRate, videoCodec, audioCodec }
}

function* packets(data: Buffer, from: number, step: number): Iterable<Packet> {
  for (let at = from; at + step <= data.length; at += step) {
    const packet = data.subarray(at + step - packetBytes, at + step)
    const flags = packet.readUInt8(3)
    if (packet.readUInt8() !== sync || !(flags & 0x10)) continue
    const start = flags & 0x20 ? 5 + packet.readUInt8(4) : 4
    yield {
      stream: packet.readUInt16BE(1) & 0x1fff,
      begins: (packet.readUInt8(1) & 0x40) !== 0,
      payload: packet.subarray(start),
    }
  }
}

function timesOf(some: Iterable<Packet>, video: number): Times {
  const times = noTimes()
  for (const { stream, begins, payload } of some) {
    const time = stream === video && begins ? readPacket(payload).time : null
    if (time !== null) noteTime(times, time)
  }
  return times
}

const pictures = ({ begins, payload }: Packet): Buffer => (begins ? readPacket(payload).payload : payload)

/**
 * The first table lists the programs, and the table of the first program lists its streams. Each fits into one packet.
 */
function findStreams(begin: readonly Packet[]): Streams | null {
  const programs = table(begin, 0)
  if (!programs || programs.length < 4) return null
  const streams = table(begin, programs.readUInt16BE(2) & 0x1fff)
  if (!streams || streams.length < 4) return null
  let video: { stream: number; codec: string } | null = null
  let audioCodec: string | null = null
  let at = 4 + (streams.readUInt16BE(2) & 0xfff)
  while (at + 5 <= streams.length) {
    const codec = codecs[streams.readUInt8(at)]
    if (codec && isVideo(codec)) video ??= { stream: streams.readUInt16BE(at + 1) & 0x1fff, codec }
    else if (codec) audioCodec ??= codec
    at += 5 + (streams.readUInt16BE(at + 3) & 0xfff)
  }
  return video && { video: video.stream, videoCodec: video.codec, audioCodec }
}

/** The content of a table between its header and its checksum. */
function table(begin: readonly Packet[], stream: number): Buffer | null {
  const packet = begin.find((one) => one.stream === stream && one.begins)
  if (!packet) return null
  const section = packet.payload.subarray(1 + (packet.payload[0] ?? 0))
  return section.length < 12 ? null : section.subarray(8, 3 + (section.readUInt16BE(1) & 0xfff) - 4)
}
