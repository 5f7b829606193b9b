import { sql } from 'kysely'
import type { Transaction } from './engine/database.ts'
import { databaseNow } from './engine/kind.ts'
import { lockPosts } from './groups.ts'
import { type JobRow, jobFormat, readJob } from './jobs.ts'

/** Accounts that are checked in one transaction. */
const maxPaused = 500

/**
 * Postpones due jobs of paused accounts until the pause ends, and returns them, so that claims need not skip them again and
 * again. Locks their posts. It uses small statements, because one statement for everything is planned badly in a large table.
 */
export async function postponePaused(tx: Transaction, limit: number): Promise<JobRow[]> {
  const now = databaseNow(tx)
  const lanes = await tx
    .selectFrom('lanes')
    .select(['key', 'paused_until'])
    .where('paused_until', '>', now)
    .limit(maxPaused)
    .execute()
  const untilOf = new Map(lanes.map(({ key, paused_until }) => [key, paused_until]))
  if (untilOf.size === 0) return []
  const found = await tx
    .selectFrom('jobs')
    .select(['id', 'lane', 'post_id'])
    .where('due_at', '<=', now)
    .where('status', 'in', ['queued', 'retrying'])
    .where('needs', '<=', jobFormat)
    .where('lane', 'in', [...untilOf.keys()])
    .orderBy('due_at')
    .limit(limit)
    .execute()
  await lockPosts(
    tx,
    found.map(({ post_id }) => post_id),
  )
  const postponed: JobRow[] = []
  for (const { id, lane } of found) {
    const row = await tx
      .updateTable('jobs')
      .set({ due_at: untilOf.get(lane) ?? null })
      .where('id', '=', id)
      .where('lane', '=', lane)
      .where('due_at', '<=', now)
      .where('status', 'in', ['queued', 'retrying'])
      .returningAll()
      .executeTakeFirst()
    if (row) postponed.push(readJob(row))
  }
  return postponed
}

/** Queued jobs that should have begun at least this long ago, and were not reported as late. Locks their posts. */
export async function listLate(
  tx: Transaction,
  { lateAfter, limit }: { lateAfter: number; limit: number },
): Promise<JobRow[]> {
  const rows = await tx
    .selectFrom('jobs')
    .selectAll()
    .where('due_at', '<=', sql<number>`${databaseNow(tx)} - ${lateAfter}`)
    .where('status', '=', 'queued')
    .where('needs', '<=', jobFormat)
    .where('told_delayed', 'not like', '%"late"%')
    .orderBy('due_at')
    .limit(limit)
    .execute()
  const jobs = rows.map(readJob)
  await lockPosts(
    tx,
    jobs.map(({ post_id }) => post_id),
  )
  return jobs
}
