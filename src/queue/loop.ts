import { second } from '../domain/time.ts'
import type { Log } from '../system/log.ts'
import type { Pace } from '../system/pace.ts'

/** A worker that is silent for so long has lost what it holds. */
const lease = 30 * second
/** However fast the clockwork runs in tests: a process that is merely busy must not lose its work. */
const shortestLease = 2 * second
/** Of a lease, when it is renewed. */
const renewedAfter = 1 / 5
/** Due work that nobody has told of is found after this. */
const pollEvery = second
/** When the process stops, work may come to a good point for so long. */
const drainTime = 20 * second

/** Something that is claimed: who writes with an old fence is too late. */
export interface Held {
  readonly id: number
  readonly fence: number
}

/** Where due work comes from. */
export interface Source<T extends Held> {
  /** Takes some of what is due, as a lease of so many milliseconds. */
  readonly claim: (ask: { slots: number; lease: number; running: readonly T[] }) => Promise<readonly T[]>
  /** Lengthens leases; answers the IDs of what is still held. */
  readonly renew: (claims: readonly Held[], lease: number) => Promise<readonly number[]>
  /** In how many milliseconds something is due; null where nothing waits. */
  readonly nextDueIn: () => Promise<number | null>
}

export interface LoopOptions<T extends Held> {
  /** For the log. */
  readonly what: string
  readonly source: Source<T>
  readonly pace: Pace
  readonly log: Log
  /** What one process works on at once. */
  readonly slots: number
  /** Works on something that is claimed until it has given it back; must end soon when the signal says so. */
  readonly run: (work: T, signal: AbortSignal) => Promise<void>
}

export interface Loop {
  /** Something may have become due. */
  readonly wake: () => void
  readonly stop: () => Promise<void>
}

interface Running<T> {
  readonly work: T
  readonly stop: AbortController
  /** When the lease was surely still ours, by this process's own steady clock. */
  heldSince: number
}

/** Claims due work as long as there are free slots, and keeps the claims of what is worked on. */
export function startLoop<T extends Held>({ what, source, pace, log, slots, run }: LoopOptions<T>): Loop {
  const running = new Map<number, Running<T>>()
  let stopped = false
  let claiming: Promise<void> | null = null
  let woken = false
  let timer: NodeJS.Timeout | undefined
  const leaseTime = Math.ceil(Math.max(shortestLease, pace(lease)))
  const renewTime = leaseTime * renewedAfter

  function wake(): void {
    woken = true
    claiming ??= claimAll().finally(() => {
      claiming = null
      if (woken && !stopped && running.size < slots) wake()
    })
  }

  /** One claim at a time; what wakes the loop meanwhile makes it look once more. */
  async function claimAll(): Promise<void> {
    clearTimeout(timer)
    let wait = pace(pollEvery)
    // Where every slot is taken, the first that becomes free wakes the loop.
    while (woken && !stopped && running.size < slots) {
      woken = false
      try {
        if ((await claim()) > 0) woken = true
        else wait = Math.min(wait, Math.max(1, (await source.nextDueIn()) ?? wait))
      } catch (err) {
        log.warn({ err }, `due ${what} could not be claimed`)
      }
    }
    if (!stopped) timer = setTimeout(wake, wait)
  }

  async function claim(): Promise<number> {
    const asked = performance.now()
    const held = [...running.values()].map(({ work }) => work)
    const claimed = await source.claim({ slots: slots - held.length, lease: leaseTime, running: held })
    for (const work of claimed) begin(work, asked)
    return claimed.length
  }

  function begin(work: T, heldSince: number): void {
    const stop = new AbortController()
    running.set(work.id, { work, stop, heldSince })
    run(work, stop.signal).finally(() => {
      running.delete(work.id)
      if (!stopped) wake()
    })
  }

  /** A process that can't renew in time stops by itself, before another may have its work. */
  async function renew(): Promise<void> {
    abortLost()
    const asked = performance.now()
    const held = [...running.values()]
    try {
      const claims = held.map(({ work }) => ({ id: work.id, fence: work.fence }))
      const kept = new Set(await source.renew(claims, leaseTime))
      for (const one of held)
        if (kept.has(one.work.id)) one.heldSince = asked
        else one.stop.abort()
    } catch (err) {
      log.warn({ err }, `claims of ${what} could not be renewed`)
    }
    abortLost()
  }

  /** Looked at by the clock alone, too: a database that is away may keep a renewal waiting for long. */
  function abortLost(): void {
    for (const { heldSince, stop } of running.values())
      if (performance.now() - heldSince > leaseTime - renewTime) stop.abort()
  }

  const renewing = setInterval(renew, renewTime)
  wake()
  return {
    wake,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await claiming
      await ended(running, drainTime)
      for (const { stop } of running.values()) stop.abort()
      await ended(running, drainTime)
      clearInterval(renewing)
    },
  }
}

const glance = 20 // milliseconds between looks at what is still running

async function ended(running: ReadonlyMap<number, unknown>, longest: number): Promise<void> {
  const begun = performance.now()
  while (running.size > 0 && performance.now() - begun < longest)
    await new Promise((resolve) => setTimeout(resolve, glance))
}
