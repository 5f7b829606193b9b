import type { Transaction } from './engine/database.ts'
import { type JobRow, jobFormat } from './jobs.ts'

/** For the log. */
export const leftToNewer =
  'jobs that this version cannot read are left to a newer one: a newer Polypost has written them, or their data is damaged'

/** A claim met jobs that this version cannot read. It is undone, so that the jobs stay as they were written. */
export class UnreadableJobs extends Error {
  readonly ids: readonly number[]

  constructor(ids: readonly number[]) {
    super('Jobs were claimed that this version cannot read.')
    this.ids = ids
  }
}

/** The jobs of a claim, if all of them can be worked on. */
export function checkReadable<T extends JobRow>(jobs: readonly T[]): readonly T[] {
  const unreadable = jobs.filter(({ readable }) => !readable)
  if (unreadable.length > 0) throw new UnreadableJobs(unreadable.map(({ id }) => id))
  return jobs
}

/**
 * Leaves jobs to a newer version: no worker of this one claims them again. Nothing else is changed, since a job that cannot
 * be read may be published already, or in doubt.
 */
export async function parkJobs(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ needs: jobFormat + 1 })
    .where('id', 'in', ids)
    .where('needs', '<=', jobFormat)
    .execute()
}
