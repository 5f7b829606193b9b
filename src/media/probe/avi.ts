import type { Bytes } from './bytes.ts'
import { codecName } from './codec-names.ts'
import { corrupt, MediaRefused, truncated } from './refused.ts'
import { positive, type VideoFacts } from './video-facts.ts'

/** The number of chunks before the pictures: a few per stream, and the tags of editing programs. */
const maxChunks = 1_000
/** A file above 1 GB continues in further parts of this size. */
const maxParts = 1_000
/** How much of a chunk is read: the longest chunk that we understand has 56 bytes. */
const maxChunkBytes = 64

/** Lists whose chunks are read. */
const opened = ['hdrl', 'strl', 'odml']

/** Microsoft's numbers for audio codecs. */
const sounds: Readonly<Record<number, string>> = {
  1: 'pcm',
  2: 'adpcm_ms',
  3: 'pcm',
  80: 'mp2',
  85: 'mp3',
  255: 'aac',
  353: 'wmav2',
  5648: 'aac',
  8192: 'ac3',
  8193: 'dts',
}

interface AviFacts {
  width: number | null
  height: number | null
  frameRate: number | null
  frames: number
  videoCodec: string | null
  audioCodec: string | null
  hasVideo: boolean
  /** The stream that the next format chunk describes. */
  stream: string
}

export async function probeAvi(bytes: Bytes): Promise<VideoFacts> {
  await checkParts(bytes)
  const found: AviFacts = {
    width: null,
    height: null,
    frameRate: null,
    frames: 0,
    videoCodec: null,
    audioCodec: null,
    hasVideo: false,
    stream: '',
  }
  await readHeaders(bytes, found)
  if (!found.hasVideo) throw new MediaRefused('unsupported_type', 'The file is an AVI without a video stream.')
  const { frames, frameRate, width, height, videoCodec, audioCodec } = found
  const seconds = frameRate === null ? null : positive(frames / frameRate)
  return { width, height, rotation: 0, seconds, frameRate: positive(frameRate), videoCodec, audioCodec }
}

/** The parts of the file follow each other without a gap, and the last one is complete. */
async function checkParts(bytes: Bytes): Promise<void> {
  let at = 0
  for (let parts = 0; parts < maxParts && at + 8 <= bytes.size; parts += 1) {
    const head = await bytes.at(at, 8)
    if (head.toString('latin1', 0, 4) !== 'RIFF') return
    const length = head.readUInt32LE(4)
    if (length === 0) throw truncated('its header does not contain its length, as in an interrupted recording')
    at += 8 + length
    if (at > bytes.size) throw truncated(`according to its header it has ${at} bytes, but there are only ${bytes.size}`)
  }
}

async function readHeaders(bytes: Bytes, found: AviFacts): Promise<void> {
  let at = 12
  for (let chunks = 0; chunks < maxChunks; chunks += 1) {
    const head = await bytes.at(at, 8)
    const type = head.toString('latin1', 0, 4)
    const length = head.readUInt32LE(4)
    if (type === 'LIST') {
      const list = (await bytes.at(at + 8, 4)).toString('latin1')
      if (list === 'movi') return
      at += opened.includes(list) ? 12 : 8 + length + (length % 2)
    } else {
      readChunk(type, await bytes.at(at + 8, Math.min(length, maxChunkBytes)), found)
      at += 8 + length + (length % 2)
    }
  }
  throw corrupt('its AVI header has more chunks than any video needs')
}

function readChunk(type: string, body: Buffer, found: AviFacts): void {
  if (type === 'strh' && body.length >= 36) readStream(body, found)
  if (type === 'strf' && found.stream === 'vids' && body.length >= 20 && found.width === null) {
    found.width = body.readInt32LE(4)
    found.height = Math.abs(body.readInt32LE(8))
    found.videoCodec = codecName(body.toString('latin1', 16, 20)) ?? found.videoCodec
    if (found.width <= 0 || found.height === 0) throw corrupt('the video has no width or height')
  }
  if (type === 'strf' && found.stream === 'auds' && body.length >= 2)
    found.audioCodec ??= sounds[body.readUInt16LE()] ?? null
  // In a long file, the stream's own count covers only the first part.
  if (type === 'dmlh' && body.length >= 4) found.frames = Math.max(found.frames, body.readUInt32LE())
}

function readStream(body: Buffer, found: AviFacts): void {
  found.stream = body.toString('latin1', 0, 4)
  if (found.stream !== 'vids' || found.hasVideo) return
  const scale = body.readUInt32LE(20)
  found.hasVideo = true
  found.videoCodec = codecName(body.toString('latin1', 4, 8))
  found.frameRate = scale === 0 ? null : body.readUInt32LE(24) / scale || null
  found.frames = body.readUInt32LE(32)
}
