import type { Selectable } from 'kysely'
import { jobFailedEvent } from '../domain/post-events.ts'
import type { Transaction } from './engine/database.ts'
import { databaseNow } from './engine/kind.ts'
import { lockGroup } from './groups.ts'
import { type JobRow, readJob } from './jobs.ts'
import type { Tables } from './tables.ts'
import { updateGroup } from './update-group.ts'

const reason =
  'The stored data of this job can’t be read, because of a fault in Polypost or a change to its database. Publish the post again.'

/**
 * The claimed jobs that can be worked on. A job whose row is invalid is ended here: otherwise it would stay due for ever,
 * and block the claims of all others.
 */
export async function readClaimed(tx: Transaction, rows: readonly Selectable<Tables['jobs']>[]): Promise<JobRow[]> {
  const readable: JobRow[] = []
  for (const row of rows) {
    const job = readOrNull(row)
    if (job) readable.push(job)
    else await fail(tx, row)
  }
  return readable
}

function readOrNull(row: Selectable<Tables['jobs']>): JobRow | null {
  try {
    return readJob(row)
  } catch {
    return null
  }
}

async function fail(tx: Transaction, { id, post_id }: Selectable<Tables['jobs']>): Promise<void> {
  await tx
    .updateTable('jobs')
    .set((e) => ({
      status: 'failed',
      error: 'internal_error',
      failed_reason: reason,
      action: null,
      told_delayed: '[]',
      due_at: null,
      fence: e('fence', '+', 1),
      finished_at: databaseNow(tx),
    }))
    .where('id', '=', id)
    .execute()
  const group = await lockGroup(tx, post_id)
  const job = group.jobs.find((one) => one.id === id)
  await updateGroup(tx, group, job ? [jobFailedEvent(group, job)] : [])
}
