import { z } from 'zod'
import { jobErrors } from '../domain/job-error.ts'
import { jobStatuses } from '../domain/job-status.ts'
import type { EventJob, EventPost } from '../domain/post-events.ts'
import { type StoredPostStatus, storedPostStatuses } from '../domain/post-status.ts'
import type { Transaction } from './engine/database.ts'
import { databaseNow } from './engine/kind.ts'
import { storedJson } from './engine/stored.ts'
import { storedAction } from './jobs.ts'

export interface GroupJob extends EventJob {
  readonly startedAt: number | null
  readonly reportedDelays: readonly string[]
}

/** A post with the parts of its jobs that decide its status and appear in events. */
export interface Group extends EventPost {
  readonly userId: number
  readonly status: StoredPostStatus
  readonly postedAt: number | null
  /** The database's time. */
  readonly now: number
  readonly jobs: readonly GroupJob[]
}

const storedJob = z
  .object({
    id: z.number(),
    named: z.string(),
    // A newer version may have stored what this one cannot read. The group is not ended because of it.
    status: z.enum(jobStatuses).catch('processing'),
    platform_post_id: z.string().nullable(),
    platform_post_url: z.string().nullable(),
    error: z.enum(jobErrors).nullable().catch('internal_error'),
    action: storedJson(storedAction).nullable().catch(null),
    started_at: z.number().nullable(),
    told_delayed: storedJson(z.array(z.string())).catch([]),
  })
  .transform(
    (row): GroupJob => ({
      id: row.id,
      platform: row.named,
      status: row.status,
      platformPostId: row.platform_post_id,
      platformPostUrl: row.platform_post_url,
      error: row.error,
      action: row.action,
      startedAt: row.started_at,
      reportedDelays: row.told_delayed,
    }),
  )

const status = z.enum(storedPostStatuses)

/** Reads a group, and locks it until the transaction ends. */
export async function lockGroup(tx: Transaction, postId: number): Promise<Group> {
  const post = await tx
    .updateTable('posts')
    .set({ updated_at: databaseNow(tx) })
    .where('id', '=', postId)
    .returning(['id', 'user_id', 'batch_id', 'profile_id', 'scheduled_at', 'status', 'posted_at', 'updated_at'])
    .executeTakeFirstOrThrow()
  const rows = await tx
    .selectFrom('jobs')
    .select([
      'id',
      'named',
      'status',
      'platform_post_id',
      'platform_post_url',
      'error',
      'action',
      'started_at',
      'told_delayed',
    ])
    .where('post_id', '=', postId)
    .where('dropped', '=', 0)
    .orderBy('id')
    .execute()
  return {
    id: post.id,
    userId: post.user_id,
    batchId: post.batch_id,
    profileId: post.profile_id,
    scheduledAt: post.scheduled_at,
    status: status.parse(post.status),
    postedAt: post.posted_at,
    now: post.updated_at,
    jobs: rows.map((row) => storedJob.parse(row)),
  }
}

export async function storeGroupStatus(
  tx: Transaction,
  id: number,
  changes: { status: StoredPostStatus; posted_at: number | null },
): Promise<void> {
  await tx.updateTable('posts').set(changes).where('id', '=', id).execute()
}
