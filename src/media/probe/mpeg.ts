import { type ByteSource, Bytes, readExactly } from './bytes.ts'
import { probeProgramStream } from './mpeg-ps.ts'
import { probeTransportStream } from './mpeg-ts.ts'
import { findSequence, noVideo } from './mpeg-video.ts'
import type { VideoFacts } from './video-facts.ts'

/** How much of the beginning and the end of the file is read. Every usual bit rate has a picture in it. */
const endBytes = 1024 * 1024

const packStart = 0x1ba

/** MPEG has no index: the beginning shows the format, and the end shows the duration. */
export async function probeMpeg(source: ByteSource): Promise<VideoFacts> {
  const { size } = source
  const head = await readExactly(source, 0, Math.min(endBytes, size))
  const start = await new Bytes(source).at(0, 4)
  if (start.readUInt32BE() === packStart || start.readUInt8() !== 0) {
    const tail = size <= endBytes ? head : await readExactly(source, size - endBytes, size)
    return start.readUInt8() === 0 ? probeProgramStream(head, tail) : probeTransportStream(source, head, tail)
  }
  const video = findSequence(head)
  if (!video) throw noVideo()
  return { ...video, rotation: 0, seconds: null, audioCodec: null }
}
