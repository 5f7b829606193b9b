import { sql } from 'kysely'
import { jobFormat } from '../../domain/job-format.ts'
import type { Transaction } from '../engine/database.ts'
import { databaseNow } from '../engine/kind.ts'
import { textsIn } from '../engine/listed.ts'
import { firstWork, lockQuietLanes, notBefore } from '../engine/quiet.ts'
import { lockPosts } from '../posts/groups.ts'
import { type JobRow, readJob } from './jobs.ts'

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

/** Due accounts that are looked at for one correction. Those that are due too early are the first by their time. */
const lookedAt = 5_000

/**
 * Accounts that are free, and due although nothing may be done for them: their job was cancelled or moved, or an older version has
 * given them back. Claims would look at them again and again. Returns how many of them were corrected.
 */
export async function correctLanes(tx: Transaction, limit: number): Promise<number> {
  const now = databaseNow(tx)
  const { rows } = await sql<{ key: string }>`
    select key from (
      select key, paused_until from lanes where due_at <= ${now} and held_until <= ${now}
      order by due_at, key limit ${lookedAt}) as due
    where paused_until > ${now} or not exists (select 1 from jobs where lane = due.key and due_at <= ${now})
    limit ${limit}`.execute(tx)
  const locked = await lockQuietLanes(
    tx,
    rows.map(({ key }) => key),
  )
  if (locked.size > 0)
    await tx
      .updateTable('lanes')
      .set({ due_at: notBefore(firstWork(tx, 'jobs', sql`lanes.key`), sql`lanes.paused_until`) })
      .where('key', 'in', textsIn(tx, [...locked]))
      .where('held_until', '<=', now)
      .execute()
  return locked.size
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
