import { sql } from 'kysely'
import { z } from 'zod'
import { jobStatuses } from '../../domain/job-status.ts'
import { storedPostStatuses } from '../../domain/post-status.ts'
import type { StatusChange } from '../../domain/status-change.ts'
import type { Reader, Transaction } from '../engine/database.ts'

const common = {
  position: z.number(),
  user_id: z.number(),
  post_id: z.number(),
  batch_id: z.string(),
  at: z.number(),
}

const stored = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('job'),
    job_id: z.number(),
    named: z.string(),
    status: z.enum(jobStatuses).catch('processing'),
  }),
  z.object({ ...common, kind: z.literal('post'), status: z.enum([...storedPostStatuses, 'scheduled']) }),
])

function readChange(row: unknown): StatusChange {
  const { position, user_id: userId, post_id: postId, batch_id: batchId, at, ...rest } = stored.parse(row)
  const change = { position, userId, postId, batchId, at }
  return rest.kind === 'job'
    ? { ...change, kind: rest.kind, jobId: rest.job_id, platform: rest.named, status: rest.status }
    : { ...change, ...rest }
}

/**
 * Assigns positions to up to `limit` committed changes without one, and returns their number. IDs are no order for readers:
 * PostgreSQL assigns them before the commit, so a lower ID may appear after a higher one.
 */
export async function assignPositions(tx: Transaction, limit: number): Promise<number> {
  // Locked, so that the next process sees these positions; and locked first, so that all earlier changes are included.
  const { last } = await tx
    .updateTable('status_log_position')
    .set((e) => ({ last: e.ref('last') }))
    .returning('last')
    .executeTakeFirstOrThrow()
  const { numUpdatedRows } = await tx
    .updateTable('status_log')
    .from((e) =>
      e
        .selectFrom('status_log')
        .select(['id as placed_id', sql<number>`row_number() over (order by id)`.as('rank')])
        .where('position', 'is', null)
        .orderBy('id')
        .limit(limit)
        .as('placed'),
    )
    .set((e) => ({ position: sql<number>`${e.val(last)} + placed.rank` }))
    .whereRef('status_log.id', '=', 'placed.placed_id')
    // This condition is redundant, but it has an index: without it the whole log may be read.
    .where('status_log.position', 'is', null)
    .executeTakeFirstOrThrow()
  const count = Number(numUpdatedRows)
  if (count > 0)
    await tx
      .updateTable('status_log_position')
      .set({ last: last + count })
      .execute()
  return count
}

/** Whether a change has no position yet. This is cheaper than a transaction that finds nothing. */
export async function hasUnpositioned(db: Reader): Promise<boolean> {
  const row = await db.selectFrom('status_log').select('id').where('position', 'is', null).limit(1).executeTakeFirst()
  return row !== undefined
}

/** The position of the oldest change that is kept, and the last one assigned. If no change is kept, the first is the next position. */
export async function positionRange(db: Reader): Promise<{ first: number; last: number }> {
  const { last, first } = await db
    .selectFrom('status_log_position')
    .select((e) => [
      'last',
      e.selectFrom('status_log').select('position').where('position', '>', 0).orderBy('position').limit(1).as('first'),
    ])
    .executeTakeFirstOrThrow()
  return { first: first ?? last + 1, last }
}

/** Changes of all users after a position, in their order. */
export async function listChanges(db: Reader, after: number, limit: number): Promise<StatusChange[]> {
  const rows = await changes(db).where('log.position', '>', after).limit(limit).execute()
  return rows.map(readChange)
}

/** Those of one user after a position and up to another. */
export async function listUserChanges(
  db: Reader,
  userId: number,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<StatusChange[]> {
  const rows = await changes(db)
    .where('log.user_id', '=', userId)
    .where('log.position', '>', after)
    .where('log.position', '<=', upTo)
    .limit(limit)
    .execute()
  return rows.map(readChange)
}

const changes = (db: Reader) =>
  db
    .selectFrom('status_log as log')
    .innerJoin('posts', 'posts.id', 'log.post_id')
    .leftJoin('jobs', 'jobs.id', 'log.job_id')
    .select([
      'log.kind',
      'log.position',
      'log.user_id',
      'log.post_id',
      'log.job_id',
      'log.status',
      'log.at',
      'posts.batch_id',
      'jobs.named',
    ])
    .orderBy('log.position')

/** Removes those of the `limit` oldest that are older, and returns how many. */
export async function pruneChanges(tx: Transaction, before: number, limit: number): Promise<number> {
  const oldest = await tx.selectFrom('status_log').select(['id', 'at']).orderBy('id').limit(limit).execute()
  const ids = oldest.filter(({ at }) => at < before).map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('status_log').where('id', 'in', ids).execute()
  return ids.length
}
