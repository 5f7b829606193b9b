import { second } from '../domain/time.ts'
import { type Held, LostLease } from '../store/engine/leases.ts'
import type { Log } from '../system/log.ts'
import type { Pace } from '../system/pace.ts'
import type { Source } from './source.ts'

/** A worker that does not renew a lease for this long loses it. */
const lease = 30 * second
/** Also when tests shorten all times: a process that is merely busy must not lose its work. */
const shortestLease = 3 * second
/** The part of a lease after which it is renewed. */
const renewedAfter = 1 / 5
/** How often to look for due work without being woken. */
const pollEvery = second
/** How long running work may go on when the process stops. */
const drainTime = 20 * second

export interface LoopOptions<T extends Held> {
  /** For the log. */
  readonly what: string
  readonly source: Source<T>
  readonly pace: Pace
  readonly log: Log
  /** How much one process works on at the same time. */
  readonly slots: number
  /** Works on something until it is given back. When the lease is lost the signal aborts with `LostLease`, and it must end soon. */
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
  /** When the lease was last known to be ours, by this process's monotonic clock. */
  heldSince: number
}

/** Claims due work while slots are free, and renews the leases of what is worked on. */
export function startLoop<T extends Held>({ what, source, pace, log, slots, run }: LoopOptions<T>): Loop {
  const running = new Map<number, Running<T>>()
  let stopped = false
  let claiming: Promise<void> | null = null
  let woken = false
  let timer: NodeJS.Timeout | undefined
  const leaseTime = Math.ceil(Math.max(shortestLease, pace(lease)))
  const renewTime = leaseTime * renewedAfter
  const lost = () => new LostLease(source.table)

  function wake(): void {
    woken = true
    claiming ??= claimAll().finally(() => {
      claiming = null
      if (woken && !stopped && running.size < slots) wake()
    })
  }

  /** One claim at a time. If the loop is woken during a claim, it looks once more. */
  async function claimAll(): Promise<void> {
    clearTimeout(timer)
    let wait = pace(pollEvery)
    // If every slot is taken, the first that becomes free wakes the loop.
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

  /** A process that can't renew in time stops its work before another worker can take it. */
  async function renew(): Promise<void> {
    abortLost()
    const asked = performance.now()
    const held = [...running.values()]
    try {
      const rows = held.map(({ work }) => ({ id: work.id, fence: work.fence }))
      const kept = new Set(await source.renew(rows, leaseTime))
      for (const one of held)
        if (kept.has(one.work.id)) one.heldSince = asked
        else one.stop.abort(lost())
    } catch (err) {
      log.warn({ err }, `the leases of ${what} could not be renewed`)
    }
    abortLost()
  }

  /** Decided by the clock alone: an unreachable database may keep a renewal waiting for long. */
  function abortLost(): void {
    for (const { heldSince, stop } of running.values())
      if (performance.now() - heldSince > leaseTime - renewTime) stop.abort(lost())
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
      for (const { stop } of running.values()) stop.abort(lost())
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
