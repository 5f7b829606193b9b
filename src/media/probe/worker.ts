import { parentPort, workerData } from 'node:worker_threads'
import {
  CustomSource,
  EncodedPacketSink,
  Input,
  type InputTrack,
  type InputVideoTrack,
  Logging,
  LogLevel,
  MATROSKA,
  MP4,
  MPEG_TS,
  QTFF,
  WEBM,
} from 'mediabunny'
import { codecName } from './codec-names.ts'
import { positive, type VideoFacts } from './video-facts.ts'
import type { FromWorker, ToWorker, WorkerTask } from './worker-messages.ts'

/** The number of frames that the frame rate is computed from. */
const framesLookedAt = 60

const port = parentPort
if (!port) throw new Error('Only container.ts may start this file.')
const say = (message: FromWorker): void => port.postMessage(message)

// container.ts passes this type, and no other file starts this one.
const { size, form } = workerData as WorkerTask

Logging.level = LogLevel.Silent
await examine()
say({ kind: 'done' })
port.close()

async function examine(): Promise<void> {
  const formats = { isobmff: [MP4, QTFF], matroska: [WEBM, MATROSKA], mpegts: [MPEG_TS] }[form]
  const input = new Input({ formats, source: requestingSource() })
  const video = (await input.canRead()) ? await input.getPrimaryVideoTrack() : null
  if (!video) return say({ kind: 'no_video' })
  const audio = await input.getPrimaryAudioTrack()
  const facts: VideoFacts = {
    width: positive(await video.getCodedWidth()),
    height: positive(await video.getCodedHeight()),
    rotation: await video.getRotation(),
    seconds: null,
    frameRate: null,
    videoCodec: await nameOf(video),
    audioCodec: audio && (await nameOf(audio)),
  }
  const frames = new EncodedPacketSink(video)
  if (!(await frames.getFirstPacket().catch(() => null))) return say({ kind: 'cut_off' })
  say({ kind: 'facts', facts })

  // The rest may need many reads. If they are too many or too slow, the results so far are used.
  const frameRate = await rateOf(video).catch(() => null)
  say({ kind: 'facts', facts: { ...facts, frameRate } })
  if (form === 'mpegts') return
  const seconds = await secondsOf(input).catch(() => null)
  say({ kind: 'facts', facts: { ...facts, frameRate, seconds } })
  // The index of an MP4 contains the position of the last frame; in other formats it would have to be searched for.
  if (form === 'isobmff' && !(await frames.getPacket(Infinity).catch(() => null))) say({ kind: 'cut_off' })
}

async function nameOf(track: InputTrack): Promise<string | null> {
  const codec = await track.getCodec()
  if (codec) return codecName(codec)
  const own = await track.getInternalCodecId()
  return typeof own === 'string' ? codecName(own) : null
}

async function rateOf(video: InputVideoTrack): Promise<number | null> {
  const rate = await video.computeFrameRateMetrics({ targetPacketCount: framesLookedAt })
  // A single frame has no rate, and the library returns that of its clock.
  return rate.probedPacketCount < 2 ? null : positive(rate.underlyingFrameRate ?? rate.averageFrameRate)
}

async function secondsOf(input: Input): Promise<number | null> {
  const stated = positive(await input.getDurationFromMetadata())
  return stated ?? positive((await input.computeDuration()) - Math.max(0, await input.getFirstTimestamp()))
}

/** Requests bytes from the main thread, which has access to the store and enforces the limits. */
function requestingSource(): CustomSource {
  const open = new Map<number, { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }>()
  let next = 0
  port?.on('message', ({ id, bytes }: ToWorker) => {
    const request = open.get(id)
    open.delete(id)
    if (bytes) request?.resolve(bytes)
    else request?.reject(new Error('These bytes are not available.'))
  })
  return new CustomSource({
    getSize: () => size,
    read: (start, end) =>
      new Promise((resolve, reject) => {
        open.set(next, { resolve, reject })
        say({ kind: 'read', id: next, start, end })
        next += 1
      }),
    prefetchProfile: 'fileSystem',
    // A failed read-ahead does not matter until its bytes are needed.
    handleUnhandledError: () => undefined,
  })
}
