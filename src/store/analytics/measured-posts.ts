import { type Insertable, sql } from 'kysely'
import type { Metrics, MetricWindow } from '../../domain/metrics.ts'
import { day } from '../../domain/time.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import { fixed, type ValueOf } from '../engine/fixed.ts'
import { databaseNow, inTime, isPostgres } from '../engine/kind.ts'
import { listed, lockedFirst, numberOf, numbersIn } from '../engine/listed.ts'
import { type JobRow, readJob } from '../jobs/jobs.ts'
import type { Tables } from '../tables.ts'
import { makeAccountsDue } from './measured-accounts.ts'

/** All reads of a post are kept for so long. After that, the last of each day (UTC) is kept. */
const allRetainedFor = 8 * day
/** Pages of analytics can show the metrics of a moment up to a day ago. */
const shownFor = 2 * day

/** A job whose post was published now. */
export interface PublishedJob extends Pick<JobRow, 'id' | 'post_id' | 'profile_id' | 'platform' | 'lane'> {
  /** Null: unknown, and it only counts as published. */
  readonly platformPostId: string | null
  /** In how many milliseconds its metrics are read first. */
  readonly dueIn: number
}

/** From now on the metrics of these posts are read. A second call changes nothing. */
export async function measurePosts(tx: Transaction, jobs: readonly PublishedJob[]): Promise<void> {
  if (jobs.length === 0) return
  const accountOf = await makeAccountsDue(tx, jobs)
  const rows = jobs.map((job) => ({
    job: job.id,
    post: job.post_id,
    account: accountOf(job),
    dueIn: job.platformPostId === null ? null : Math.ceil(job.dueIn),
  }))
  await insertMeasured(tx, { rows })
}

const insertMeasured = fixed((tx: Transaction, value: ValueOf<{ readonly rows: readonly object[] }>) =>
  tx
    .insertInto('measured_posts')
    .columns(['job_id', 'post_id', 'account_id', 'published_at', 'due_at', 'thin_at'])
    .expression((e) =>
      e
        .selectFrom(listed(tx, value('rows')))
        .select([
          numberOf('job').as('job_id'),
          numberOf('post').as('post_id'),
          numberOf('account').as('account_id'),
          databaseNow(tx).as('published_at'),
          sql<number>`${databaseNow(tx)} + ${numberOf('dueIn')}`.as('due_at'),
          inTime(tx, allRetainedFor).as('thin_at'),
        ])
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) => conflict.doNothing())
    .compile(),
)

/** A published post whose metrics are due. */
export interface DuePost {
  readonly job: JobRow
  readonly publishedAt: number
  readonly dueAt: number
  readonly absences: number
}

/** A post may be read early together with a due one, by this part of the time since it was read last. */
const early = 1 / 10

/** Due posts of an account, the longest due first, followed by those that are due soon. Empty if none is due. */
export async function listDuePosts(db: Reader, accountId: number, limit: number): Promise<DuePost[]> {
  const now = databaseNow(db)
  const rows = await db
    .selectFrom('measured_posts')
    .innerJoin('jobs', 'jobs.id', 'measured_posts.job_id')
    .selectAll('jobs')
    .select(['measured_posts.published_at', 'measured_posts.due_at as read_at', 'measured_posts.absences'])
    .select(sql<number>`measured_posts.due_at - ${now}`.as('wait'))
    .where('account_id', '=', accountId)
    .where(
      sql<number>`measured_posts.due_at - (measured_posts.due_at - coalesce(captured_at, measured_posts.due_at)) * ${sql.lit(early)}`,
      '<=',
      now,
    )
    .orderBy('measured_posts.due_at')
    .limit(limit)
    .execute()
  const [first] = rows
  if (!first || Number(first.wait) > 0) return []
  return rows.map(({ published_at, read_at, absences, wait: _, ...job }) => ({
    job: readJob(job),
    publishedAt: published_at,
    dueAt: read_at ?? 0,
    absences,
  }))
}

/** The state of a post after a read. */
export interface PostRead {
  /** Its job's. */
  readonly id: number
  /** Null if the platform returned nothing about it. */
  readonly metrics: Metrics | null
  /** When to read it next; null: never. */
  readonly dueAt: number | null
  readonly absences: number
}

/** Stores what was read, and when to read each post next. */
export async function storeReads(
  tx: Transaction,
  posts: readonly PostRead[],
  { window, now }: { readonly window: MetricWindow; readonly now: number },
): Promise<void> {
  if (posts.length === 0) return
  const read = posts.flatMap(({ id, metrics }) =>
    metrics === null ? [] : [{ job_id: id, captured_at: now, metric_window: window, ...metrics }],
  )
  await insertReads(tx, read)
  const rows = posts.map(({ id, metrics, dueAt, absences }) => ({
    ...{ id, due: dueAt, absences, captured: metrics === null ? null : now },
  }))
  await tx
    .updateTable('measured_posts')
    .from(listed(tx, rows))
    .set({
      due_at: numberOf('due'),
      absences: numberOf('absences'),
      captured_at: sql<number>`coalesce(${numberOf('captured')}, measured_posts.captured_at)`,
    })
    .where('job_id', '=', numberOf('id'))
    .where(
      ofJobs(
        tx,
        posts.map(({ id }) => id),
      ),
    )
    .execute()
}

/** For updates. */
const ofJobs = (tx: Transaction, jobIds: readonly number[]) =>
  lockedFirst(tx, 'measured_posts', sql`job_id in ${numbersIn(tx, jobIds)}`, 'job_id')

/** Stores what was read outside the schedule, which does not change. */
export async function storeRefreshed(
  tx: Transaction,
  posts: readonly { readonly id: number; readonly metrics: Metrics; readonly window: MetricWindow }[],
): Promise<void> {
  const locked = await tx
    .updateTable('measured_posts')
    .set({
      captured_at: databaseNow(tx),
      absences: 0,
      thin_at: sql<number>`coalesce(thin_at, ${inTime(tx, allRetainedFor)})`,
    })
    .where(
      ofJobs(
        tx,
        posts.map(({ id }) => id),
      ),
    )
    .returning(['job_id', 'captured_at'])
    .execute()
  const rows = posts.flatMap(({ id, metrics, window }) =>
    locked.flatMap(({ job_id, captured_at }) =>
      job_id === id && captured_at !== null ? [{ job_id, captured_at, metric_window: window, ...metrics }] : [],
    ),
  )
  await insertReads(tx, rows)
}

async function insertReads(tx: Transaction, rows: readonly Insertable<Tables['metric_reads']>[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('metric_reads')
    .values(rows)
    // Two reads in the same millisecond count as one.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Reserves a refresh of some jobs' posts for this request. Returns 0, or, if one of them was refreshed less than `every`
 * milliseconds ago, in how many milliseconds it may be refreshed again.
 */
export async function takeRefresh(tx: Transaction, jobIds: readonly number[], every: number): Promise<number> {
  const now = databaseNow(tx)
  const rows = await tx
    .selectFrom('measured_posts')
    .select(['refreshed_at', now.as('now')])
    .where('job_id', 'in', numbersIn(tx, jobIds))
    .execute()
  const wait = Math.max(0, ...rows.map((row) => row.refreshed_at + every - row.now))
  if (wait > 0) return wait
  await tx.updateTable('measured_posts').set({ refreshed_at: now }).where(ofJobs(tx, jobIds)).execute()
  return 0
}

/**
 * Removes reads of up to `limit` posts that are no longer needed: all but the last of each day, and after `retainedFor`
 * milliseconds all but the latest. A read that counts for totals now, or has counted within the last day, stays. Returns
 * how many posts it looked at.
 */
export async function thinReads(tx: Transaction, retainedFor: number, limit: number): Promise<number> {
  const now = databaseNow(tx)
  const due = await tx
    .selectFrom('measured_posts')
    .select('job_id')
    .where('thin_at', '<=', now)
    .orderBy('thin_at')
    .limit(limit)
    .$if(isPostgres(tx), (query) => query.forUpdate().skipLocked())
    .execute()
  if (due.length === 0) return 0
  const ids = numbersIn(
    tx,
    due.map(({ job_id }) => job_id),
  )
  await sql`
    delete from metric_reads
    where job_id in ${ids} and captured_at < ${now} - ${allRetainedFor} and exists (
      select 1 from metric_reads as later
      where later.job_id = metric_reads.job_id and later.captured_at > metric_reads.captured_at
        and later.captured_at < ${now} - ${shownFor}
        and (metric_reads.captured_at < ${now} - ${retainedFor}
          or later.captured_at / ${sql.lit(day)} = metric_reads.captured_at / ${sql.lit(day)}))`.execute(tx)
  await sql`
    update measured_posts set thin_at = case
      when due_at is not null or captured_at > ${now} - ${allRetainedFor} - ${day} then ${inTime(tx, allRetainedFor)}
      when captured_at > ${now} - ${retainedFor} - ${shownFor} then captured_at + ${retainedFor + shownFor}
      else null end
    where job_id in ${ids}`.execute(tx)
  return due.length
}
