import { sql } from 'kysely'
import { z } from 'zod'
import { jobErrors } from '../../domain/job-error.ts'
import { jobStatuses } from '../../domain/job-status.ts'
import type { EventJob, EventPost } from '../../domain/post-events.ts'
import { type StoredPostStatus, storedPostStatuses } from '../../domain/post-status.ts'
import type { Transaction } from '../engine/database.ts'
import { fixed, type ValueOf } from '../engine/fixed.ts'
import { databaseNow, isPostgres } from '../engine/kind.ts'
import { inOrder, listed, numberOf, numbersIn, rowsOfEach, textOf } from '../engine/listed.ts'
import { storedJson } from '../engine/stored.ts'
import { storedAction } from '../jobs/jobs.ts'

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
    post_id: z.number(),
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
  .transform((row): GroupJob & { readonly postId: number } => ({
    id: row.id,
    postId: row.post_id,
    platform: row.named,
    status: row.status,
    platformPostId: row.platform_post_id,
    platformPostUrl: row.platform_post_url,
    error: row.error,
    action: row.action,
    startedAt: row.started_at,
    reportedDelays: row.told_delayed,
  }))

const status = z.enum(storedPostStatuses)

/** Locks posts until the transaction ends: before it locks several of them or their jobs one after the other. */
export async function lockPosts(tx: Transaction, postIds: readonly number[]): Promise<void> {
  if (isPostgres(tx) && postIds.length > 0) await lockedPosts(tx, { postIds })
}

/** The same for posts of a user that are named by their own IDs or by the IDs of their jobs. */
export async function lockNamedPosts(tx: Transaction, userId: number, ids: readonly number[]): Promise<void> {
  if (!isPostgres(tx)) return
  const named = numbersIn(tx, ids)
  const found = await tx
    .selectFrom('posts')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', 'in', named)
    .union((e) => e.selectFrom('jobs').select('post_id as id').where('user_id', '=', userId).where('id', 'in', named))
    .execute()
  await lockPosts(
    tx,
    found.map(({ id }) => id),
  )
}

/** Reads groups, and locks them until the transaction ends. */
export async function lockGroups(tx: Transaction, postIds: readonly number[]): Promise<Group[]> {
  const posts = await lockedPosts(tx, { postIds })
  const rows = await jobsOfPosts(tx, { postIds })
  const jobsOf = Map.groupBy(
    rows.map((row) => storedJob.parse(row)),
    ({ postId }) => postId,
  )
  return posts.map((post) => ({
    id: post.id,
    userId: post.user_id,
    batchId: post.batch_id,
    profileId: post.profile_id,
    scheduledAt: post.scheduled_at,
    status: status.parse(post.status),
    postedAt: post.posted_at,
    now: post.now,
    jobs: jobsOf.get(post.id) ?? [],
  }))
}

type Ids = { readonly postIds: readonly number[] }

/** In the order that every transaction keeps to. */
const lockedPosts = fixed((tx: Transaction, value: ValueOf<Ids>) =>
  tx
    .selectFrom('posts')
    .select(['id', 'user_id', 'batch_id', 'profile_id', 'scheduled_at', 'status', 'posted_at'])
    .select(databaseNow(tx).as('now'))
    .where('id', 'in', numbersIn(tx, value('postIds')))
    .orderBy('id')
    .$if(isPostgres(tx), (query) => query.forNoKeyUpdate())
    .compile(),
)

const jobsOfPosts = fixed((tx: Transaction, value: ValueOf<Ids>) =>
  sql<z.input<typeof storedJob>>`
    select jobs.id, post_id, named, status, platform_post_id, platform_post_url, error, action, started_at, told_delayed
    from ${rowsOfEach(tx, value('postIds'), 'jobs', 'post_id')}
    where dropped = 0 order by jobs.id`.compile(tx),
)

/** The same for one group. */
export async function lockGroup(tx: Transaction, postId: number): Promise<Group> {
  const [group] = await lockGroups(tx, [postId])
  if (!group) throw new Error(`There is no post ${postId}.`)
  return group
}

export interface GroupStatus {
  readonly id: number
  readonly status: StoredPostStatus
  readonly postedAt: number | null
  readonly now: number
}

/** Stores the statuses of groups that this transaction has locked. */
export async function storeStatuses(tx: Transaction, statuses: readonly GroupStatus[]): Promise<void> {
  if (statuses.length > 0) await writeStatuses(tx, { rows: inOrder(statuses) })
}

const writeStatuses = fixed((tx: Transaction, value: ValueOf<{ readonly rows: readonly object[] }>) =>
  tx
    .updateTable('posts')
    .from(listed(tx, value('rows')))
    .set({ status: textOf('status'), posted_at: numberOf('postedAt'), updated_at: numberOf('now') })
    .where('posts.id', '=', numberOf('id'))
    .compile(),
)
