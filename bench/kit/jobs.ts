import { type RawBuilder, sql } from 'kysely'
import { laneKey } from '../../src/domain/lane.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { takeIds } from '../../src/store/engine/ids.ts'
import { databaseNow } from '../../src/store/engine/kind.ts'
import { insertJobs, type NewJob } from '../../src/store/jobs/jobs.ts'
import { insertPost } from '../../src/store/posts/posts.ts'
import { systemClock } from '../../src/system/clock.ts'

/** The account of a job. */
export interface BenchAccount {
  readonly userId: number
  readonly profileId: string
  readonly platform: string
  readonly environment: 'live' | 'sandbox'
  readonly remoteId: string
}

export async function listAccounts({ kysely }: Database): Promise<BenchAccount[]> {
  const rows = await kysely
    .selectFrom('accounts')
    .innerJoin('profiles', 'profiles.id', 'accounts.profile_id')
    .select(['user_id', 'profile_id', 'platform', 'environment', 'remote_id'])
    .orderBy('accounts.id')
    .execute()
  return rows.map((row) => ({
    userId: row.user_id,
    profileId: row.profile_id,
    platform: row.platform,
    environment: row.environment === 'live' ? 'live' : 'sandbox',
    remoteId: row.remote_id,
  }))
}

const farOff = 365 * 24 * 3_600_000 // milliseconds
const postsEach = 250 // in a transaction

/**
 * Adds this number of posts with one job each, to one account after the other, as accepting them would. They are due in a
 * year. Returns the ID before the first of them.
 */
export async function addJobs(
  database: Database,
  accounts: readonly BenchAccount[],
  count: number,
  at = systemClock.now() + farOff,
): Promise<number> {
  const before = await lastJob(database)
  for (let from = 0; from < count; from += postsEach)
    await database.step(async (tx) => {
      const jobs: NewJob[] = []
      for (let number = from; number < Math.min(count, from + postsEach); number += 1) {
        const account = accounts[number % accounts.length]
        if (!account) throw new Error('There is no account for the jobs.')
        const [postId, jobId = 0] = await takeIds(tx, 2)
        const post = newPost(account, postId, number, at)
        await insertPost(tx, post)
        jobs.push(newJob(account, { ...post, jobId, at }))
      }
      await insertJobs(tx, jobs)
    })
  return before
}

/** Those that `addJobs` has added. */
export const jobsAfter = ({ kysely }: Database, after: number): Promise<{ id: number }[]> =>
  kysely.selectFrom('jobs').select('id').where('id', '>', after).where('id', '<', firstWaiting).orderBy('id').execute()

async function lastJob({ kysely }: Database): Promise<number> {
  const row = await kysely
    .selectFrom('jobs')
    .select('id')
    .where('id', '<', firstWaiting)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}

const newPost = ({ userId, profileId, platform }: BenchAccount, id: number, number: number, at: number) => ({
  id,
  user_id: userId,
  profile_id: profileId,
  batch_id: `batch_${id}`,
  source: 'api' as const,
  status: 'queued' as const,
  revision: 1,
  message: `We are live: come and see what is new. Part ${number} of ${id}.`,
  platforms: [platform],
  media: [],
  comments: [],
  options: null,
  auto_reply_enabled: null,
  webhook_url: null,
  scheduled_at: at,
  scheduled_timezone: null,
  warnings: [],
  created_at: systemClock.now(),
  created_by: null,
  updated_at: systemClock.now(),
  updated_by: null,
})

function newJob(
  { environment, platform, remoteId }: BenchAccount,
  { jobId, at, ...post }: ReturnType<typeof newPost> & { jobId: number; at: number },
): NewJob {
  return {
    id: jobId,
    needs: 1,
    post_id: post.id,
    user_id: post.user_id,
    profile_id: post.profile_id,
    platform,
    named: platform,
    environment,
    remote_account_id: remoteId,
    lane: laneKey({ environment, platform, remoteId }),
    scheduled_for: at,
    content: { postType: 'post', text: post.message, media: [], comments: [], options: {} },
    warnings: [],
    created_at: post.created_at,
  }
}

/** IDs from here on belong to waiting jobs. */
const firstWaiting = 1_000_000_000
const jobsOfPost = 3

/** Adds this number of jobs that wait for a year, three per post: copies of the first one, present in every index. */
export async function addWaiting(database: Database, count: number): Promise<void> {
  const { kysely } = database
  const job = await kysely.selectFrom('jobs').selectAll().orderBy('id').limit(1).executeTakeFirstOrThrow()
  const at = systemClock.now() + farOff
  const postId = sql`${sql.lit(firstWaiting)} + number / ${sql.lit(jobsOfPost)}`
  await withoutTriggers(database, ['posts', 'jobs'], async () => {
    await copy(kysely, 'posts', job.post_id, Math.ceil((count + 1) / jobsOfPost), {
      id: sql`${sql.lit(firstWaiting - 1)} + number`,
      batch_id: sql`'waiting_' || number`,
    })
    await copy(kysely, 'jobs', job.id, count, {
      id: sql`${sql.lit(2 * firstWaiting)} + number`,
      post_id: postId,
      lane: sql`${sql.lit(job.lane)} || number % 10000`,
      due_at: sql`${sql.lit(at)} + number`,
      scheduled_for: sql`${sql.lit(at)} + number`,
    })
  })
}

/** Without triggers and checks PostgreSQL adds rows several times as fast. SQLite cannot disable its triggers. */
export async function withoutTriggers(
  { kind, kysely }: Database,
  tables: readonly string[],
  add: () => Promise<void>,
): Promise<void> {
  const wanted = async (state: 'enable' | 'disable') => {
    if (kind === 'sqlite') return
    for (const table of tables) await sql.raw(`alter table ${table} ${state} trigger all`).execute(kysely)
  }
  await wanted('disable')
  await add()
  await wanted('enable')
}

/** Copies one row this number of times, with the given changes, in which `number` counts from 1. */
async function copy(
  db: Database['kysely'],
  table: 'posts' | 'jobs',
  id: number,
  count: number,
  own: Readonly<Record<string, RawBuilder<unknown>>>,
): Promise<void> {
  const row = await db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const names = Object.keys(row)
  await sql`
    with recursive numbers (number) as (
      select 1 union all select number + 1 from numbers where number < ${sql.lit(count)})
    insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join(names.map((name) => own[name] ?? sql.ref(name)))}
    from numbers, (select * from ${sql.table(table)} where id = ${sql.lit(id)}) as one
  `.execute(db)
}

/**
 * The work that the databases do by themselves within minutes after many rows were added. A measurement is shorter, and
 * must not run beside it. PostgreSQL makes statistics; SQLite, which makes none, copies its log into the file.
 */
export async function settle({ kind, kysely }: Database): Promise<void> {
  await (kind === 'postgres' ? sql`vacuum analyze` : sql`pragma wal_checkpoint(truncate)`).execute(kysely)
}

const untilDue = 2_500 // milliseconds: a worker checks the time every second

/** Makes all jobs after that one due at the same moment, and returns that moment. */
export async function makeDue({ kysely }: Database, after: number): Promise<number> {
  const { rows } = await sql<{ at: number }>`select ${databaseNow(kysely)} + ${sql.lit(untilDue)} as at`.execute(kysely)
  const at = Number(rows[0]?.at)
  await kysely
    .updateTable('jobs')
    .set({ due_at: at, scheduled_for: at })
    .where('id', '>', after)
    .where('id', '<', firstWaiting)
    .execute()
  return at
}

const glance = 250 // milliseconds
const patience = 120_000

/** Waits until all of these jobs are completed; returns how late each one was, in milliseconds. */
export async function lateness({ read }: Database, after: number, count: number): Promise<number[]> {
  const begun = performance.now()
  for (;;) {
    const { ended } = await read
      .selectFrom('jobs')
      .select((e) => e.fn.countAll<number>().as('ended'))
      .where('id', '>', after)
      .where('id', '<', firstWaiting)
      .where('status', 'not in', ['queued', 'processing', 'retrying'])
      .executeTakeFirstOrThrow()
    if (Number(ended) >= count) break
    if (performance.now() - begun > patience) throw new Error(`Only ${ended} of ${count} jobs have ended.`)
    await new Promise((resolve) => setTimeout(resolve, glance))
  }
  const rows = await read
    .selectFrom('jobs')
    .select(['status', 'finished_at', 'scheduled_for'])
    .where('id', '>', after)
    .where('id', '<', firstWaiting)
    .execute()
  const failed = rows.filter(({ status }) => status !== 'completed')
  if (failed.length > 0) throw new Error(`${failed.length} jobs are ${failed[0]?.status}.`)
  return rows.map(({ finished_at, scheduled_for }) => (finished_at ?? 0) - scheduled_for)
}
