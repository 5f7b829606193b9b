import type { Database } from '../store/database.ts'
import { claimDueJobs, nextDueIn, renewClaims } from '../store/due-jobs.ts'
import type { JobRow } from '../store/jobs.ts'
import { second } from '../system/clock.ts'
import type { Log } from '../system/log.ts'
import type { Pace } from '../system/pace.ts'
import { shareOf } from './share.ts'

/** Jobs that one process works on at once; most of their time they wait for a platform. */
export const defaultSlots = 32
/** A worker that is silent for so long has lost its jobs. */
const lease = 30 * second
/** However fast the clockwork runs in tests: a process that is merely busy must not lose its jobs. */
const shortestLease = 2 * second
/** Of a lease, when it is renewed. */
const renewedAfter = 1 / 5
/** A due job that nobody has told of is found after this. */
const pollEvery = second
/** Whoever waits behind the many jobs of others is found after this. */
const thoroughEvery = second / 5
/** When the process stops, jobs may come to a good point for so long. */
const drainTime = 20 * second

export interface LoopOptions {
  readonly database: Database
  readonly pace: Pace
  readonly log: Log
  readonly slots?: number
  /** Works on a claimed job until it has given it back; must end soon when the signal says so. */
  readonly run: (job: JobRow, signal: AbortSignal) => Promise<void>
}

export interface Loop {
  /** Something may have become due. */
  readonly wake: () => void
  readonly stop: () => Promise<void>
}

interface Running {
  readonly job: JobRow
  readonly stop: AbortController
  /** When the lease was surely still ours, by this process's own steady clock. */
  heldSince: number
}

/** Claims due jobs as long as there are free slots, and keeps the claims of those that are worked on. */
export function startLoop({ database, pace, log, slots = defaultSlots, run }: LoopOptions): Loop {
  const running = new Map<number, Running>()
  let stopped = false
  let claiming: Promise<void> | null = null
  let woken = false
  let timer: NodeJS.Timeout | undefined
  let thoroughAt = 0
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
        else wait = Math.min(wait, Math.max(1, (await nextDueIn(database.read)) ?? wait))
      } catch (err) {
        log.warn({ err }, 'due jobs could not be claimed')
      }
    }
    if (!stopped) timer = setTimeout(wake, wait)
  }

  async function claim(): Promise<number> {
    const free = slots - running.size
    const { roomOf, fullUsers } = shareOf(
      [...running.values()].map(({ job }) => job.user_id),
      slots,
    )
    const asked = performance.now()
    const thorough = asked >= thoroughAt
    if (thorough) thoroughAt = asked + pace(thoroughEvery)
    const jobs = await database.step((tx) =>
      claimDueJobs(tx, { slots: free, lease: leaseTime, roomOf, fullUsers, thorough }),
    )
    for (const job of jobs) begin(job, asked)
    return jobs.length
  }

  function begin(job: JobRow, heldSince: number): void {
    const stop = new AbortController()
    running.set(job.id, { job, stop, heldSince })
    run(job, stop.signal).finally(() => {
      running.delete(job.id)
      if (!stopped) wake()
    })
  }

  /** A process that can't renew in time stops by itself, before another may have the job. */
  async function renew(): Promise<void> {
    abortLost()
    const asked = performance.now()
    const held = [...running.values()]
    try {
      const claims = held.map(({ job }) => ({ id: job.id, fence: job.fence }))
      const kept = await database.step((tx) => renewClaims(tx, claims, leaseTime))
      for (const one of held)
        if (kept.includes(one.job.id)) one.heldSince = asked
        else one.stop.abort()
    } catch (err) {
      log.warn({ err }, 'claims could not be renewed')
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
