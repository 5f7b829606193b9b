import { type RawBuilder, sql } from 'kysely'
import { jobFormat } from '../../domain/job-format.ts'
import type { Transaction } from '../engine/database.ts'
import { inTime, isPostgres } from '../engine/kind.ts'
import { isStillDue } from '../engine/leases.ts'
import { numbersIn } from '../engine/listed.ts'

/** For the log. */
export const needsNewerVersion =
  'jobs that this version cannot read are left to a newer one: a newer Polypost has written them, or their data is damaged'

export interface UnreadableJob {
  readonly id: number
  readonly lane: string
  /** Its account, if that is what cannot be read. */
  readonly accountId: number | null
}

/** A claim met jobs that this version cannot read. It is undone, so that the jobs stay as they were written. */
export class UnreadableJobs extends Error {
  readonly jobs: readonly UnreadableJob[]

  constructor(jobs: readonly UnreadableJob[]) {
    super('Jobs were claimed that this version cannot read.')
    this.jobs = jobs
  }
}

/**
 * Leaves jobs to a newer version: no worker of this one claims them again. Nothing else is changed, since a job that cannot
 * be read may be published already, or in doubt.
 */
export async function parkJobs(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ needs: jobFormat + 1 })
    .where(among(tx, ids))
    .where('needs', '<=', jobFormat)
    .execute()
}

/** Jobs whose account cannot be read are due again later: a newer version may be able to, and a new login repairs it. */
export async function putOffJobs(tx: Transaction, ids: readonly number[], milliseconds: number): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ due_at: inTime(tx, milliseconds) })
    .where(among(tx, ids))
    .where(isStillDue(tx, 'jobs'))
    .execute()
}

/** On PostgreSQL they are locked in the order of their IDs, as everywhere. */
const among = (tx: Transaction, ids: readonly number[]): RawBuilder<boolean> =>
  isPostgres(tx)
    ? sql`id = any (array(select id from jobs where id in ${numbersIn(tx, ids)} order by id for no key update))`
    : sql`id in ${numbersIn(tx, ids)}`
