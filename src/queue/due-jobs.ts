import { second } from '../domain/time.ts'
import { type ClaimedJob, claimDueJobs, renewJobs } from '../store/due-jobs.ts'
import type { Database } from '../store/engine/database.ts'
import { nextDueIn } from '../store/engine/leases.ts'
import type { Pace } from '../system/pace.ts'
import { shareOf } from './share.ts'
import type { Source } from './source.ts'

/** Jobs that one process works on at the same time; mostly they wait for a platform. */
export const jobSlots = 32
/** How often to look for users who wait behind the many jobs of others. */
const thoroughEvery = second / 5

/** Due jobs: one per account at a time, and the slots are shared among users. */
export function dueJobs(database: Database, pace: Pace): Source<ClaimedJob> {
  let thoroughAt = 0
  return {
    table: 'jobs',
    claim: ({ slots, lease, running }) => {
      const { roomOf, fullUsers } = shareOf(
        running.map(({ user_id }) => user_id),
        slots + running.length,
      )
      const now = performance.now()
      const thorough = now >= thoroughAt
      if (thorough) thoroughAt = now + pace(thoroughEvery)
      const except = running.map(({ id }) => id)
      return database.step((tx) => claimDueJobs(tx, { slots, lease, roomOf, fullUsers, except, thorough }))
    },
    renew: (held, lease) => database.step((tx) => renewJobs(tx, held, lease)),
    nextDueIn: () => nextDueIn(database.read, 'jobs'),
  }
}
