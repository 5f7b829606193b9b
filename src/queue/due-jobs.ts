import { hour, second } from '../domain/time.ts'
import type { Database } from '../store/engine/database.ts'
import { type Ask, type ClaimedJob, claimDueJobs, nextJobIn } from '../store/jobs/due-jobs.ts'
import { renewJobs } from '../store/jobs/leased-jobs.ts'
import {
  needsNewerVersion,
  parkJobs,
  putOffJobs,
  type UnreadableJob,
  UnreadableJobs,
} from '../store/jobs/unreadable-jobs.ts'
import type { Log } from '../system/log.ts'
import type { Pace } from '../system/pace.ts'
import { shareOf } from './share.ts'
import type { Claim, Source } from './source.ts'

/** Jobs that one process works on at the same time; mostly they wait for a platform. */
export const jobSlots = 64
/** How often to look for users who wait behind the many jobs of others. */
const thoroughEvery = second / 5
/** After how long an account that cannot be read is looked at again. */
const unreadableFor = hour

/** Due jobs: one per account at a time, and the slots are shared among users. */
export function dueJobs(database: Database, pace: Pace, log: Log): Source<ClaimedJob> {
  let thoroughAt = 0
  return {
    table: 'jobs',
    claim: async ({ slots: all, lease, running }) => {
      const runningJobs = running()
      const slots = all - runningJobs.length
      const { slotsFor, fullUsers } = shareOf(
        runningJobs.map(({ user_id }) => user_id),
        all,
      )
      const now = performance.now()
      const thorough = now >= thoroughAt
      if (thorough) thoroughAt = now + pace(thoroughEvery)
      const except = runningJobs.map(({ id }) => id)
      return claimReadable({ slots, lease, slotsFor, fullUsers, except, thorough })
    },
    renew: (runningJobs, lease) => database.step((tx) => renewJobs(tx, runningJobs, lease)),
    nextDueIn: (elapsed) => nextJobIn(database.read, elapsed),
  }

  /**
   * Jobs that this version cannot read are put aside. The others are claimed, except those of the same accounts, where
   * more unreadable jobs may wait.
   */
  async function claimReadable(ask: Omit<Ask, 'exceptLanes'>): Promise<Claim<ClaimedJob>> {
    const exceptLanes: string[] = []
    for (;;)
      try {
        const { rows, more } = await database.step((tx) => claimDueJobs(tx, { ...ask, exceptLanes }))
        return { rows, more: more || exceptLanes.length > 0 }
      } catch (error) {
        if (!(error instanceof UnreadableJobs)) throw error
        await putAside(error.jobs)
        exceptLanes.push(...error.jobs.map(({ lane }) => lane))
      }
  }

  async function putAside(jobs: readonly UnreadableJob[]): Promise<void> {
    const idsOf = (some: readonly UnreadableJob[]) => some.map(({ id }) => id)
    const [broken, ofAccounts] = [
      jobs.filter(({ accountId }) => accountId === null),
      jobs.filter(({ accountId }) => accountId !== null),
    ]
    await database.step(async (tx) => {
      await parkJobs(tx, idsOf(broken))
      await putOffJobs(tx, idsOf(ofAccounts), pace(unreadableFor))
    })
    if (broken.length > 0) log.warn({ job_ids: idsOf(broken) }, needsNewerVersion)
    for (const { id, accountId } of ofAccounts)
      log.warn({ job_id: id, account_id: accountId }, 'a job waits, because this version cannot read its account')
  }
}
