import { setImmediate as letOthersRun, setTimeout as sleep } from 'node:timers/promises'
import { second } from '../domain/time.ts'
import { type Lease, LostLease } from '../store/engine/leases.ts'
import type { Log } from '../system/log.ts'
import { between, type Moment, moment } from '../system/moment.ts'
import type { Pace } from '../system/pace.ts'
import type { Vitals } from '../system/vitals.ts'
import type { Source } from './source.ts'

/** A worker that does not renew a lease for this long loses it. */
const lease = 30 * second
/** Also when tests shorten all times: a process that is merely busy must not lose its work. */
const shortestLease = 3 * second
/** The part of a lease after which it is renewed. */
const renewedAfter = 1 / 5
/** How often to look for due work without being woken. */
const pollEvery = second
/** Also when tests shorten all times: looking for work that nobody announced costs more than it finds. */
const shortestPoll = second / 4
/** How long work may take to end after it was told to. */
const endTime = 5 * second

export interface LoopOptions<T extends Lease> {
  /** For the log. */
  readonly what: string
  readonly source: Source<T>
  readonly pace: Pace
  readonly log: Log
  readonly vitals: Pick<Vitals, 'claimsOf' | 'leaseLost'>
  /** How much one process works on at the same time. */
  readonly slots: number
  /** Aborts when this process stops and running work has had its time. */
  readonly stopping: AbortSignal
  /**
   * Works on something until it is given back. When the lease is lost the signal aborts with `LostLease`, and it must end
   * soon. `assertLeased` throws if the lease may have run out, also while this process or its machine was asleep, so that no
   * timer could fire.
   */
  readonly run: (work: T, signal: AbortSignal, assertLeased: () => void) => Promise<void>
}

export interface Loop {
  /** Something may have become due. */
  readonly wake: () => void
  readonly stop: () => Promise<void>
}

interface RunningWork<T> {
  readonly work: T
  readonly stop: AbortController
  /** When the lease was last known to be ours. */
  leasedSince: Moment
  ended: Promise<void>
}

/** Claims due work while slots are free, and renews the leases of what is worked on. */
export function startLoop<T extends Lease>(options: LoopOptions<T>): Loop {
  const { what, source, pace, log, vitals, slots, stopping, run } = options
  const counted = vitals.claimsOf(source.table)
  const running = new Set<RunningWork<T>>()
  let stopped = false
  let claiming: Promise<void> | null = null
  let renewing = false
  let woken = false
  let timer: NodeJS.Timeout | undefined
  const leaseTime = Math.ceil(Math.max(shortestLease, pace(lease)))
  const renewTime = leaseTime * renewedAfter
  /** A lease that is this old may be lost before it can be renewed again. An answer about it that takes longer has no use. */
  const useful = leaseTime - renewTime
  const lost = () => new LostLease(source.table)

  function wake(): void {
    woken = true
    if (claiming === null)
      claiming = claimAll().finally(() => {
        claiming = null
        if (woken && !stopped && running.size < slots) wake()
      })
  }

  /** One after the other. If the loop is woken during a claim, it looks once more. */
  async function claimAll(): Promise<void> {
    clearTimeout(timer)
    let wait = Math.max(shortestPoll, pace(pollEvery))
    // If every slot is taken, the first that becomes free wakes the loop.
    while (woken && running.size < slots) {
      // More work may end by events that are ready already, and leaves its slots to this claim.
      await letOthersRun()
      if (stopped) break
      woken = false
      const began = performance.now()
      // Something may have become due since the claim has looked.
      const nextDueIn = () => within(useful, source.nextDueIn(performance.now() - began))
      try {
        if (await take()) woken = true
        else if (!woken) wait = Math.min(wait, Math.max(1, (await nextDueIn()) ?? wait))
      } catch (err) {
        warn(err)
      }
    }
    if (!stopped) timer = setTimeout(wake, wait)
  }

  // A loop that has stopped claims nothing more, and the database may be closed already.
  const warn = (err: unknown) => stopped || log.warn({ err }, `due ${what} could not be claimed`)

  /** Returns whether to look for more. */
  async function take(): Promise<boolean> {
    const asked = moment()
    const ask = { slots, lease: leaseTime, running: () => [...running].map(({ work }) => work) }
    // On work that arrives later nobody works, and its lease ends.
    const { rows, more } = await counted(within(useful, source.claim(ask)))
    const found = new Set(rows.map(({ id }) => id))
    const earlier = [...running].filter(({ work }) => found.has(work.id))
    for (const work of rows)
      begin(
        work,
        asked,
        earlier.filter((one) => one.work.id === work.id),
      )
    return more
  }

  function lose({ stop }: RunningWork<T>): void {
    if (!stop.signal.aborted) vitals.leaseLost(source.table)
    stop.abort(lost())
  }

  /** If this process has claimed its own work again, the earlier run ends first. */
  function begin(work: T, leasedSince: Moment, earlier: readonly RunningWork<T>[]): void {
    for (const one of earlier) lose(one)
    const stop = new AbortController()
    const one: RunningWork<T> = { work, stop, leasedSince, ended: Promise.resolve() }
    running.add(one)
    one.ended = runAfter(one, earlier).finally(() => {
      running.delete(one)
      if (!stopped) wake()
    })
  }

  async function runAfter(one: RunningWork<T>, earlier: readonly RunningWork<T>[]): Promise<void> {
    await Promise.all(earlier.map(({ ended }) => ended))
    const { signal } = one.stop
    const assertLeased = () => {
      abortLost()
      signal.throwIfAborted()
    }
    if (!signal.aborted) await run(one.work, signal, assertLeased)
  }

  /** A process that can't renew in time stops its work before another worker can take it. One renewal at a time. */
  function renew(): void {
    abortLost()
    if (renewing) return
    renewing = true
    void renewAll().finally(() => {
      renewing = false
    })
  }

  async function renewAll(): Promise<void> {
    const asked = moment()
    // Of two runs of the same work, only the later one can have its lease.
    const newest = [...new Map([...running].map((one) => [one.work.id, one])).values()]
    try {
      const rows = newest.map(({ work }) => ({ id: work.id, fence: work.fence }))
      const { renewed, busy } = await within(useful, source.renew(rows, leaseTime))
      for (const one of newest)
        if (renewed.includes(one.work.id)) one.leasedSince = asked
        else if (!busy.includes(one.work.id)) lose(one)
    } catch (err) {
      log.warn({ err }, `the leases of ${what} could not be renewed`)
    }
    abortLost()
  }

  /** Decided by the clocks alone: an unreachable database may keep a renewal waiting for long. */
  function abortLost(): void {
    // One look at the clocks for all: it runs before every call to a platform, and a look asks the system.
    const now = moment()
    for (const one of running) if (between(one.leasedSince, now) > useful) lose(one)
  }

  const ticking = setInterval(renew, renewTime)
  wake()
  return {
    wake,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await until(() => stopping.aborted || (claiming === null && running.size === 0))
      for (const { stop } of running) stop.abort(lost())
      const told = performance.now()
      await until(() => running.size === 0 || performance.now() - told > endTime)
      clearInterval(ticking)
    },
  }
}

const glance = 20 // milliseconds between checks

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(glance)
}

/** Fails if the promise takes longer. A database that never answers must not stop the loop. */
async function within<R>(longest: number, promise: Promise<R>): Promise<R> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`The database did not answer in ${longest} ms.`)),
    longest,
  ).unref()
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
