import { minute, second } from '../../domain/time.ts'
import type { Database } from '../../store/engine/database.ts'
import { LostLease } from '../../store/engine/leases.ts'
import type { JobRow } from '../../store/jobs.ts'
import { listLate, postponePaused } from '../../store/overdue-jobs.ts'
import type { Log } from '../../system/log.ts'
import type { Pace } from '../../system/pace.ts'
import { tellLate } from './settle.ts'

const lookEvery = 5 * second
const lateAfter = minute
/** What is told of in one transaction. */
const batch = 100

/** No job waits long past its time without `post.delayed` telling of it, whatever holds it up. */
export function watchOverdue({ database, pace, log }: { database: Database; pace: Pace; log: Log }) {
  let stopped = false
  let looking: Promise<void> = Promise.resolve()

  async function look(): Promise<void> {
    try {
      while (!stopped && (await postpone()) === batch);
      while (!stopped && (await tell()) === batch);
    } catch (err) {
      log.warn({ err }, 'overdue jobs could not be looked for')
    }
  }

  const postpone = (): Promise<number> =>
    database.step(async (tx) => {
      const jobs = await postponePaused(tx, batch)
      for (const job of jobs)
        if ((job.due_at ?? 0) - job.scheduled_for > pace(lateAfter) && job.status === 'queued')
          await tellIfIdle(tx, job)
      return jobs.length
    })

  const tell = (): Promise<number> =>
    database.step(async (tx) => {
      const jobs = await listLate(tx, { lateAfter: Math.ceil(pace(lateAfter)), limit: batch })
      for (const job of jobs) await tellIfIdle(tx, job)
      return jobs.length
    })

  const timer = setInterval(() => {
    looking = looking.then(look)
  }, pace(lookEvery))
  return {
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await looking
    },
  }
}

/** A worker that has claimed it meanwhile tells by itself. */
async function tellIfIdle(tx: Parameters<typeof tellLate>[0], job: JobRow): Promise<void> {
  try {
    await tellLate(tx, job)
  } catch (error) {
    if (!(error instanceof LostLease)) throw error
  }
}
