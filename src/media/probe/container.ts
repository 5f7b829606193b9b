import { Worker } from 'node:worker_threads'
import { limitConcurrency } from '../../system/limit-concurrency.ts'
import { type ByteSource, readExactly } from './bytes.ts'
import { corrupt, MediaRefused, truncated } from './refused.ts'
import type { VideoFacts } from './video-facts.ts'
import type { FromWorker, ToWorker, WorkerTask } from './worker-messages.ts'

/** Time limits in milliseconds for reading a video's index: without a message, and in total. Results up to then are used. */
const patience = { silent: 10_000, whole: 120_000 }
/** For one read, and for all together; the total is enough for the frame rate and length of most long videos. */
const maxReadBytes = 64 * 1024 * 1024
const maxTotalBytes = 256 * 1024 * 1024
/** For the objects that an index needs in memory. */
const maxHeapMegabytes = 192
const videosAtOnce = 2

const limited = limitConcurrency(videosAtOnce)

/**
 * Reads a video's index with mediabunny in a separate thread: a malicious index can make a reader loop forever or fill
 * the memory, and a thread can be terminated and has its own heap.
 */
export const probeContainer = (source: ByteSource, form: WorkerTask['form'], limits = patience): Promise<VideoFacts> =>
  limited(() => examine(source, form, limits))

async function examine(source: ByteSource, form: WorkerTask['form'], limits: typeof patience): Promise<VideoFacts> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { size: source.size, form } satisfies WorkerTask,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
    env: {},
    execArgv: [],
  })
  const { promise, resolve, reject } = Promise.withResolvers<VideoFacts>()
  let facts: VideoFacts | null = null
  let bytesLeft = maxTotalBytes
  let reading = 0
  let heard = false

  const end = () => (facts ? resolve(facts) : reject(corrupt('the index of the video cannot be read')))
  // A slow store or machine is not the video's fault.
  const tooLate = () =>
    facts || (heard && reading === 0) ? end() : reject(new Error('The video could not be read in time.'))
  const whole = setTimeout(tooLate, limits.whole)
  const silent = setTimeout(() => heard && reading === 0 && end(), limits.silent)

  const answer = async (id: number, start: number, stop: number): Promise<void> => {
    const length = stop - start
    bytesLeft -= length
    reading += 1
    // A copy, because sending a part of a buffer would send the whole buffer.
    const bytes =
      length > maxReadBytes || bytesLeft < 0 ? null : Uint8Array.from(await readExactly(source, start, stop))
    reading -= 1
    silent.refresh()
    worker.postMessage({ id, bytes } satisfies ToWorker, bytes ? [bytes.buffer] : [])
  }
  worker.on('message', (message: FromWorker) => {
    heard = true
    silent.refresh()
    if (message.kind === 'read') answer(message.id, message.start, message.end).catch(reject)
    else if (message.kind === 'facts') facts = message.facts
    else if (message.kind === 'done') end()
    else if (message.kind === 'cut_off') reject(truncated('its index lists frames that are not in the file'))
    else reject(new MediaRefused('unsupported_type', 'The file contains no readable video track.'))
  })
  worker.on('error', (error) => reject(corrupt('the index of the video cannot be read', error)))
  worker.on('exit', end)
  try {
    return await promise
  } finally {
    clearTimeout(whole)
    clearTimeout(silent)
    await worker.terminate()
  }
}
