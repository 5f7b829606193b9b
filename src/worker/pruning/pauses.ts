import { setTimeout as sleep } from 'node:timers/promises'

/** After each batch, pruning rests for this many times as long as the batch took. */
const restsFor = 4
const shortestRest = 2 // milliseconds

export interface Done<T> {
  readonly result: T
  /** In milliseconds. */
  readonly took: number
}

/** What keeps long work in the background from delaying requests, and lets it end soon. */
export interface Pauses {
  readonly stopped: () => boolean
  /** Does a batch, and rests for longer than it took. */
  readonly after: <T>(batch: () => Promise<T>) => Promise<Done<T>>
  readonly pause: (milliseconds: number) => Promise<void>
}

export function createPauses(signal: AbortSignal): Pauses {
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => {})
  return {
    stopped: () => signal.aborted,
    pause,
    after: async (batch) => {
      const begun = performance.now()
      const result = await batch()
      const took = performance.now() - begun
      await pause(Math.max(shortestRest, took * restsFor))
      return { result, took }
    },
  }
}
