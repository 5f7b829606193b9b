import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { answeredFor, firstMode } from '../../domain/auto-reply.ts'
import { inboxReadFor } from '../../domain/inbox.ts'
import { autoReplyPlans, type PlanId } from '../../domain/plans.ts'
import { findSettings, type StoredSettings } from '../accounts/settings.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import { fixed, type ValueOf } from '../engine/fixed.ts'
import { notHeld } from '../engine/held.ts'
import { databaseNow, inTime } from '../engine/kind.ts'
import { endedLease, type Lease, release, takeRows } from '../engine/leases.ts'
import { lockedFirst, numbersIn, rowsOfEach, textsIn } from '../engine/listed.ts'
import { storedFlag } from '../engine/stored.ts'
import { type JobRow, readJob } from '../jobs/jobs.ts'
import type { Tables } from '../tables.ts'
import { type Batch, walkOld } from '../walk.ts'

/** A published post whose comments a worker reads now. Times are the database's. */
export interface WatchedPost extends Selectable<Tables['watched_posts']> {
  readonly claimed_at: number
}

/** The index that finds these rows contains no others. */
const wasLeased = sql`held_until > 0`

/** With `is not null`, SQLite may read all published jobs from the index of this column, if somebody ran `analyze`. */
const hasId = sql`length(jobs.platform_post_id) > 0`

export type WatchScope =
  /** They were published just now, and are measured. For the inbox they are read when their metrics are. */
  | { readonly jobIds: readonly number[] }
  /** The account was connected, or has a new login. */
  | { readonly profileId: string; readonly platform: string }
  /** Auto-replies may be possible now. */
  | { readonly profileId: string }
  | { readonly userId: number }

/**
 * Watches the comments of published posts. Those for which plan and settings allow auto-replies are due at once. It overrides
 * the result of a worker that has just found an obstacle.
 */
export async function watchPosts(tx: Transaction, which: WatchScope): Promise<void> {
  if (!('jobIds' in which)) await watching(tx, which).execute(tx)
  else if (which.jobIds.length > 0) await watchJobs(tx, which)
}

const watchJobs = fixed((tx: Transaction, value: ValueOf<{ readonly jobIds: readonly number[] }>) =>
  watching(tx, { jobIds: value('jobIds') }).compile(tx),
)

function watching(tx: Transaction, which: WatchScope) {
  const now = databaseNow(tx)
  const plans = sql.join(autoReplyPlans.map((plan) => sql.lit(plan)))
  const measured = 'jobIds' in which ? rowsOfEach(tx, which.jobIds, 'measured_posts', 'job_id') : sql`measured_posts`
  const chosen =
    'jobIds' in which
      ? sql`true`
      : 'profileId' in which
        ? sql`measured_accounts.profile_id = ${which.profileId}`
        : sql`measured_accounts.profile_id in (select id from profiles where user_id = ${which.userId} and deleted_at is null)`
  const ofAccount = 'platform' in which ? sql`and measured_accounts.platform = ${which.platform}` : sql``
  const answered = sql`(
    measured_posts.published_at > ${now} - ${sql.lit(answeredFor)} and users.plan_id in (${plans})
    and coalesce(posts.auto_reply_enabled, profile_settings.auto_reply_enabled, 0) = 1)`
  const isForInbox = 'jobIds' in which || 'platform' in which
  const first = 'jobIds' in which ? sql`coalesce(measured_posts.due_at, ${now})` : now
  return sql`
    insert into watched_posts (id, lane, published_at, active_at, due_at)
    select jobs.id, jobs.lane, measured_posts.published_at, measured_posts.published_at,
      case when ${answered} then ${now} else ${first} end
    from ${measured}
    join measured_accounts on measured_accounts.id = measured_posts.account_id
    join jobs on jobs.id = measured_posts.job_id
    join posts on posts.id = jobs.post_id
    join profiles on profiles.id = measured_accounts.profile_id
    join users on users.id = profiles.user_id
    left join profile_settings on profile_settings.profile_id = profiles.id
    where ${chosen} ${ofAccount}
      and ${isForInbox ? sql`measured_posts.published_at > ${now} - ${sql.lit(inboxReadFor)}` : answered}
      and ${hasId}
      and posts.deleted_at is null
    order by jobs.id
    on conflict (id) do update set
      due_at = case when watched_posts.due_at < excluded.due_at then watched_posts.due_at else excluded.due_at end,
      held_until = 0, failures = 0, fence = watched_posts.fence + 1`
}

/** Makes a post due because of a person's action, whatever its age. */
export async function wakePost(tx: Transaction, id: number): Promise<void> {
  await tx
    .updateTable('watched_posts')
    .set({ ...endedLease('watched_posts'), due_at: databaseNow(tx), failures: 0 })
    .where('id', '=', id)
    .execute()
}

/** Leases due posts, one per account: calls for an account are made one after another. */
export async function claimPosts(
  tx: Transaction,
  { slots, lease }: { slots: number; lease: number },
): Promise<WatchedPost[]> {
  const now = databaseNow(tx)
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, due_at, row_number() over (partition by lane order by due_at, id) as rank
      from watched_posts
      where due_at <= ${now} and ${notHeld} and lane not in (
        select lane from watched_posts where held_until > ${now} and ${wasLeased})
    ) as due
    where rank = 1
    order by due_at
    limit ${slots}`.execute(tx)
  const ids = rows.map(({ id }) => id)
  return takeRows(tx, 'watched_posts', ids, lease)
}

/** A watched post with all that decides whether its comments are answered, as it is now. */
export interface WatchContext {
  readonly job: JobRow
  readonly plan: PlanId
  /** The setting of the post, or else of its profile. */
  readonly isOn: boolean
  readonly mode: StoredSettings['auto_reply_mode']
  readonly brand: StoredSettings['brand']
}

/** Undefined if the post or its profile is deleted. */
export async function findWatching(db: Reader, id: number): Promise<WatchContext | undefined> {
  const row = await db
    .selectFrom('jobs')
    .innerJoin('posts', 'posts.id', 'jobs.post_id')
    .innerJoin('profiles', 'profiles.id', 'jobs.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .selectAll('jobs')
    .select(['users.plan_id', 'posts.auto_reply_enabled as own_wish'])
    .where('jobs.id', '=', id)
    .where('posts.deleted_at', 'is', null)
    .where('profiles.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { plan_id: plan, own_wish, ...job } = row
  const settings = await findSettings(db, job.profile_id)
  return {
    job: readJob(job),
    plan,
    isOn: storedFlag.nullable().parse(own_wish) ?? settings?.auto_reply_enabled ?? false,
    mode: settings?.auto_reply_mode ?? firstMode,
    brand: settings?.brand ?? {},
  }
}

export interface PutBack {
  readonly failures: number
  /** In how many milliseconds it is due again; null: when a person changes something. */
  readonly dueIn: number | null
  /** It has new comments. */
  readonly active: boolean
  /** How far all comments are read. */
  readonly sweep?: Sweep | undefined
}

/** A reading of all comments of a post, in several parts. */
export type Sweep = Pick<WatchedPost, 'sweep_at' | 'sweep_cursor'>

/** Gives a leased post back. */
export const putPostBack = (tx: Transaction, post: Lease, { failures, dueIn, active, sweep }: PutBack): Promise<void> =>
  release(tx, 'watched_posts', post, dueIn === null ? null : inTime(tx, dueIn), {
    failures,
    ...sweep,
    ...(active && { active_at: databaseNow(tx) }),
  })

/** Postpones the due posts of an account, because no calls may be made for it. */
export async function putOffPosts(tx: Transaction, lane: string, milliseconds: number): Promise<void> {
  const until = inTime(tx, milliseconds)
  await tx
    .updateTable('watched_posts')
    .set({ due_at: until })
    .where('lane', '=', lane)
    .where('due_at', '<', until)
    .execute()
}

/** A post that can be read again for the inbox because a person wants it. */
export interface Refreshable extends Pick<JobRow, 'platform' | 'environment'> {
  readonly id: number
  /** For how many milliseconds it was not refreshed. */
  readonly since: number
}

/** The newest watched posts of profiles. */
export async function listRefreshable(
  db: Reader,
  profileIds: readonly string[],
  limit: number,
): Promise<Refreshable[]> {
  const now = databaseNow(db)
  const rows = await db
    .selectFrom('measured_accounts')
    .innerJoin('measured_posts', 'measured_posts.account_id', 'measured_accounts.id')
    .innerJoin('watched_posts', 'watched_posts.id', 'measured_posts.job_id')
    .innerJoin('jobs', 'jobs.id', 'watched_posts.id')
    .innerJoin('accounts', (join) =>
      join
        .onRef('accounts.profile_id', '=', 'measured_accounts.profile_id')
        .onRef('accounts.platform', '=', 'measured_accounts.platform')
        .onRef('accounts.remote_id', '=', 'jobs.remote_account_id')
        .onRef('accounts.environment', '=', 'jobs.environment'),
    )
    .select(['watched_posts.id', 'jobs.platform', 'accounts.environment'])
    .select(sql<number>`${now} - watched_posts.refreshed_at`.as('since'))
    .where('measured_accounts.profile_id', 'in', textsIn(db, profileIds))
    .where('accounts.status', '=', 'connected')
    .where('measured_posts.published_at', '>', sql<number>`${now} - ${sql.lit(inboxReadFor)}`)
    .orderBy('measured_posts.published_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, environment: environment.parse(row.environment), since: Number(row.since) }))
}

const environment = z.enum(['live', 'sandbox'])

/** Makes posts due. The lease of a worker stays: it is reading the post now. */
export async function refreshPosts(tx: Transaction, ids: readonly number[]): Promise<void> {
  const now = databaseNow(tx)
  await tx
    .updateTable('watched_posts')
    .set({ due_at: now, refreshed_at: now })
    .where(lockedFirst(tx, 'watched_posts', sql`id in ${numbersIn(tx, ids)}`))
    .execute()
}

/** Removes old watched posts whose comments are not read any more. */
export const pruneWatchedPosts = (tx: Transaction, batch: Batch): Promise<number | null> =>
  walkOld(tx, { table: 'watched_posts', time: 'published_at' }, batch, (isOld) =>
    tx.deleteFrom('watched_posts').where(isOld).where('due_at', 'is', null).execute(),
  )
