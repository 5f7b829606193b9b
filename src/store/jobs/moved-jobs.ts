import { sql } from 'kysely'
import type { Transaction } from '../engine/database.ts'
import { fixed, type ValueOf } from '../engine/fixed.ts'
import { databaseNow } from '../engine/kind.ts'
import type { Lease } from '../engine/leases.ts'
import { inOrder, listed, numberOf, textOf } from '../engine/listed.ts'
import { flag } from '../engine/stored.ts'
import { type JobRow, writtenJob } from './jobs.ts'

const texts = [
  'status',
  'result',
  'error',
  'failed_reason',
  'action',
  'platform_post_id',
  'platform_post_url',
  'told_delayed',
] as const

/** A leased job with what a move changes. */
export interface MovedJob extends Lease, Pick<JobRow, (typeof texts)[number] | 'finished_at'> {
  /** Nothing is left to do: the job is also given back, and never due again. */
  readonly ends: boolean
}

/** Writes all of them with one statement; returns the IDs of those that were still leased. */
export async function writeMoved(tx: Transaction, jobs: readonly MovedJob[]): Promise<ReadonlySet<number>> {
  if (jobs.length === 0) return new Set()
  const rows = jobs.map(({ result, action, told_delayed, ends, ...plain }) => ({
    ...plain,
    ...writtenJob({ result, action, told_delayed }),
    ends: flag(ends),
  }))
  const written = await updateMoved(tx, { rows: inOrder(rows) })
  return new Set(written.map(({ id }) => id))
}

const updateMoved = fixed((tx: Transaction, value: ValueOf<{ readonly rows: readonly object[] }>) =>
  tx
    .updateTable('jobs')
    .from(listed(tx, value('rows')))
    .set(Object.fromEntries(texts.map((name) => [name, textOf(name)])))
    .set({
      finished_at: numberOf('finished_at'),
      due_at: sql<number | null>`case when ${numberOf('ends')} = 1 then null else jobs.due_at end`,
      fence: sql<number>`jobs.fence + ${numberOf('ends')}`,
      updated_at: databaseNow(tx),
    })
    .where('jobs.id', '=', numberOf('id'))
    .where('jobs.fence', '=', numberOf('fence'))
    .returning('jobs.id')
    .compile(),
)
