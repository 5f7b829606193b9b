import { second } from '../domain/time.ts'
import { type Ask, type ClaimedJob, claimDueJobs, claimOnlyJob } from '../store/due-jobs.ts'
import type { Database } from '../store/engine/database.ts'
import { nextDueIn } from '../store/engine/leases.ts'
import { renewJobs, undoOnlyClaim } from '../store/held-jobs.ts'
import { leftToNewer, parkJobs, UnreadableJobs } from '../store/unreadable-jobs.ts'
import type { Log } from '../system/log.ts'
import type { Pace } from '../system/pace.ts'
import { shareOf } from './share.ts'
import { allOf, type Claim, type Source } from './source.ts'

/** Jobs that one process works on at the same time; mostly they wait for a platform. */
export const jobSlots = 64
/** How often to look for users who wait behind the many jobs of others. */
const thoroughEvery = second / 5

/** Due jobs: one per account at a time, and the slots are shared among users. */
export function dueJobs(database: Database, pace: Pace, log: Log): Source<ClaimedJob> {
  let thoroughAt = 0
  return {
    table: 'jobs',
    claim: async ({ slots: all, lease, running }) => {
      const idle = running().length === 0 && database.kind === 'postgres'
      const only = idle ? await claimOnly(database, log, lease) : null
      if (only) return allOf(only)
      const held = running()
      const slots = all - held.length
      const { roomOf, fullUsers } = shareOf(
        held.map(({ user_id }) => user_id),
        all,
      )
      const now = performance.now()
      const thorough = now >= thoroughAt
      if (thorough) thoroughAt = now + pace(thoroughEvery)
      const except = held.map(({ id }) => id)
      return claimReadable(database, log, { slots, lease, roomOf, fullUsers, except, thorough })
    },
    renew: (held, lease) => database.step((tx) => renewJobs(tx, held, lease)),
    nextDueIn: (elapsed) => nextDueIn(database.read, 'jobs', elapsed),
  }
}

async function claimOnly(database: Database, log: Log, lease: number): Promise<ClaimedJob[] | null> {
  const claimed = await database.single((db) => claimOnlyJob(db, lease))
  const broken = claimed?.find(({ readable }) => !readable)
  if (!broken) return claimed
  await database.step((tx) => undoOnlyClaim(tx, broken))
  log.warn({ job_ids: [broken.id] }, leftToNewer)
  return []
}

/** Jobs that this version cannot read are left to a newer one; then the others are claimed. */
async function claimReadable(database: Database, log: Log, ask: Ask): Promise<Claim<ClaimedJob>> {
  const claim = () => database.step((tx) => claimDueJobs(tx, ask))
  try {
    return await claim()
  } catch (error) {
    if (!(error instanceof UnreadableJobs)) throw error
    await database.step((tx) => parkJobs(tx, error.ids))
    log.warn({ job_ids: error.ids }, leftToNewer)
    return claim()
  }
}
