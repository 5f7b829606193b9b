import { setTimeout as sleep } from 'node:timers/promises'

/** After each batch, pruning rests for this many times as long as the batch worked. */
const restsFor = 4
/** In milliseconds. On a busy server a batch mostly waits, so its time says little about what it costs others. */
const rests = { shortest: 2, longest: 250 }

/** Pauses of long work in the background: they keep it from delaying requests, and let it end soon. */
export interface Pauses {
  readonly stopped: () => boolean
  /** Rests after work of so many milliseconds. */
  readonly rest: (worked: number) => Promise<void>
  readonly pause: (milliseconds: number) => Promise<void>
}

export function createPauses(signal: AbortSignal): Pauses {
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => {})
  return {
    stopped: () => signal.aborted,
    pause,
    rest: (worked) => pause(Math.min(rests.longest, Math.max(rests.shortest, worked * restsFor))),
  }
}
