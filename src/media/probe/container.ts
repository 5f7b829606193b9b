import { Worker } from 'node:worker_threads'
import { createTurns } from '../../system/turns.ts'
import { type ByteSource, readExactly } from './bytes.ts'
import { corrupt, MediaRefused, truncated } from './refused.ts'
import type { VideoFacts } from './video-facts.ts'
import type { FromWorker, ToWorker, WorkerTask } from './worker-messages.ts'

/** Milliseconds that reading a film's index may take: without a word, and in all. What was found by then stands. */
const patience = { silent: 10_000, whole: 120_000 }
/** Of one read, and of all together; the latter is what tells the frame rate and the length of most long films. */
const maxReadBytes = 64 * 1024 * 1024
const maxTotalBytes = 256 * 1024 * 1024
/** For the objects that an index becomes in memory. */
const maxHeapMegabytes = 192
const filmsAtOnce = 2

const inTurn = createTurns(filmsAtOnce)

/**
 * Reads a film's index with mediabunny, in a thread of its own: an index that lies can make a reader loop without end or
 * fill the memory, and a thread can be ended and has a heap of its own.
 */
export const probeContainer = (source: ByteSource, form: WorkerTask['form'], limits = patience): Promise<VideoFacts> =>
  inTurn(() => examine(source, form, limits))

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

  const end = () => (facts ? resolve(facts) : reject(corrupt('the index of the film cannot be read')))
  // A store or a machine that is slow says nothing about the film.
  const tooLate = () =>
    facts || (heard && reading === 0) ? end() : reject(new Error('The film could not be read in time.'))
  const whole = setTimeout(tooLate, limits.whole)
  const silent = setTimeout(() => heard && reading === 0 && end(), limits.silent)

  const answer = async (id: number, start: number, stop: number): Promise<void> => {
    const length = stop - start
    bytesLeft -= length
    reading += 1
    // A copy, since sending a part of a buffer would send all of it.
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
    else if (message.kind === 'cut_off') reject(truncated('its index names frames that it does not hold'))
    else reject(new MediaRefused('unsupported_type', 'The file holds no video track that can be read.'))
  })
  worker.on('error', (error) => reject(corrupt('the index of the film cannot be read', error)))
  worker.on('exit', end)
  try {
    return await promise
  } finally {
    clearTimeout(whole)
    clearTimeout(silent)
    await worker.terminate()
  }
}
