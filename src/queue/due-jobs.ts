import { second } from '../domain/time.ts'
import { claimDueJobs, renewClaims } from '../store/due-jobs.ts'
import type { Database } from '../store/engine/database.ts'
import { nextDueIn } from '../store/engine/due.ts'
import type { JobRow } from '../store/jobs.ts'
import type { Pace } from '../system/pace.ts'
import type { Source } from './loop.ts'
import { shareOf } from './share.ts'

/** Jobs that one process works on at once; most of their time they wait for a platform. */
export const jobSlots = 32
/** Whoever waits behind the many jobs of others is found after this. */
const thoroughEvery = second / 5

/** Jobs whose time has come: one of an account at a time, and the slots shared among users. */
export function dueJobs(database: Database, pace: Pace): Source<JobRow> {
  let thoroughAt = 0
  return {
    claim: ({ slots, lease, running }) => {
      const { roomOf, fullUsers } = shareOf(
        running.map(({ user_id }) => user_id),
        slots + running.length,
      )
      const now = performance.now()
      const thorough = now >= thoroughAt
      if (thorough) thoroughAt = now + pace(thoroughEvery)
      return database.step((tx) => claimDueJobs(tx, { slots, lease, roomOf, fullUsers, thorough }))
    },
    renew: (claims, lease) => database.step((tx) => renewClaims(tx, claims, lease)),
    nextDueIn: () => nextDueIn(database.read, 'jobs'),
  }
}
