import { sql } from 'kysely'
import type { Transaction } from '../engine/database.ts'
import { isPostgres } from '../engine/kind.ts'
import { lockedFirst, numbersIn } from '../engine/listed.ts'
import { type Batch, walkOld } from '../walk.ts'

/** Removes old posts that have ended, with all that belongs to them. */
export const pruneEndedPosts = (tx: Transaction, batch: Batch): Promise<number | null> =>
  walkOld(tx, { table: 'posts', time: 'created_at' }, batch, async (isOld) => {
    const ended = await tx
      .selectFrom('posts')
      .select('id')
      .where(isOld)
      .where('updated_at', '<', batch.before)
      .where('status', 'not in', ['queued', 'processing'])
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom('jobs')
              .select('jobs.id')
              .whereRef('jobs.post_id', '=', 'posts.id')
              .where('jobs.due_at', 'is not', null),
          ),
        ),
      )
      .$if(isPostgres(tx), (query) => query.forUpdate('posts').skipLocked())
      .execute()
    await removePosts(
      tx,
      ended.map(({ id }) => id),
    )
  })

/** Removes up to `limit` posts that were deleted before a time; returns how many. */
export async function pruneDeletedPosts(tx: Transaction, before: number, limit: number): Promise<number> {
  const deleted = await tx
    .selectFrom('posts')
    .select('id')
    .where('deleted_at', '<', before)
    .orderBy('deleted_at')
    .limit(limit)
    .$if(isPostgres(tx), (query) => query.forUpdate().skipLocked())
    .execute()
  await removePosts(
    tx,
    deleted.map(({ id }) => id),
  )
  return deleted.length
}

/** Triggers keep the totals of before for the pages that still show them. */
async function removePosts(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const posts = numbersIn(tx, ids)
  const rows = await tx.selectFrom('jobs').select('id').where('post_id', 'in', posts).execute()
  const jobs = numbersIn(
    tx,
    rows.map(({ id }) => id),
  )
  for (const table of ['steps', 'metric_reads', 'measured_posts', 'auto_replies', 'replies', 'comments'] as const)
    await tx.deleteFrom(table).where('job_id', 'in', jobs).execute()
  await tx.deleteFrom('watched_posts').where('id', 'in', jobs).execute()
  await tx.deleteFrom('jobs').where('id', 'in', jobs).execute()
  for (const table of ['post_media', 'post_labels', 'post_totals'] as const)
    await tx.deleteFrom(table).where('post_id', 'in', posts).execute()
  await tx.deleteFrom('posts').where('id', 'in', posts).execute()
}

/**
 * Looks at the `limit` jobs with steps after an ID. Of those that ended before a time it removes the steps and the plan:
 * they are only needed to continue a job. Returns the ID to continue after; null if all later jobs are younger.
 */
export async function pruneSteps(tx: Transaction, { before, after, limit }: Batch): Promise<number | null> {
  const page = await tx
    .selectFrom('steps')
    .select('job_id')
    .distinct()
    .where('job_id', '>', after)
    .orderBy('job_id')
    .limit(limit)
    .execute()
  const last = page.at(-1)
  if (last === undefined) return null
  const jobs = numbersIn(
    tx,
    page.map(({ job_id }) => job_id),
  )
  const hasEnded = sql`id in ${jobs} and status in ('completed', 'failed', 'cancelled') and due_at is null
    and updated_at < ${before}`
  const ended = await tx
    .updateTable('jobs')
    .set({ plan: null })
    .where(lockedFirst(tx, 'jobs', hasEnded))
    .returning('id')
    .execute()
  await tx
    .deleteFrom('steps')
    .where(
      'job_id',
      'in',
      numbersIn(
        tx,
        ended.map(({ id }) => id),
      ),
    )
    .execute()
  if (page.length < limit) return null
  const { created_at } = await tx
    .selectFrom('jobs')
    .select('created_at')
    .where('id', '=', last.job_id)
    .executeTakeFirstOrThrow()
  return created_at < before ? last.job_id : null
}
