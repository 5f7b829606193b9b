import { minute, second } from '../../domain/time.ts'
import type { Database } from '../../store/engine/database.ts'
import { LostLease } from '../../store/engine/leases.ts'
import { findHold } from '../../store/hold.ts'
import type { JobRow } from '../../store/jobs/jobs.ts'
import { correctLanes, listLate, postponePaused } from '../../store/jobs/overdue-jobs.ts'
import type { Log } from '../../system/log.ts'
import type { Pace } from '../../system/pace.ts'
import { writeDelayEvent } from './record-move.ts'

const checkEvery = 5 * second
const lateAfter = minute
/** Jobs that are reported in one transaction. */
const batch = 100
/** Accounts that are corrected in one transaction. */
const corrected = 500

/** Reports every job that waits long past its time with `post.delayed`, whatever delays it. */
export function watchOverdue({ database, pace, log }: { database: Database; pace: Pace; log: Log }) {
  let stopped = false
  let checking: Promise<void> | null = null

  async function check(): Promise<void> {
    try {
      // Jobs that are late in a restored database may have been published long ago.
      if (await findHold(database.read)) return
      while (!stopped && (await postpone()) === batch);
      while (!stopped && (await tell()) === batch);
      while (!stopped && (await database.step((tx) => correctLanes(tx, corrected))) === corrected);
    } catch (err) {
      log.warn({ err }, 'overdue jobs could not be searched for')
    }
  }

  const postpone = (): Promise<number> =>
    database.step(async (tx) => {
      const jobs = await postponePaused(tx, batch)
      for (const job of jobs)
        if ((job.due_at ?? 0) - job.scheduled_for > pace(lateAfter) && job.status === 'queued')
          await writeDelayIfIdle(tx, job)
      return jobs.length
    })

  const tell = (): Promise<number> =>
    database.step(async (tx) => {
      const jobs = await listLate(tx, { lateAfter: Math.ceil(pace(lateAfter)), limit: batch })
      for (const job of jobs) await writeDelayIfIdle(tx, job)
      return jobs.length
    })

  const timer = setInterval(() => {
    checking ??= check().finally(() => {
      checking = null
    })
  }, pace(checkEvery))
  return {
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await checking
    },
  }
}

/** A worker that has claimed the job in the meantime reports it itself. */
async function writeDelayIfIdle(tx: Parameters<typeof writeDelayEvent>[0], job: JobRow): Promise<void> {
  try {
    await writeDelayEvent(tx, job)
  } catch (error) {
    if (!(error instanceof LostLease)) throw error
  }
}
