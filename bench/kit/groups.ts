import { type RawBuilder, sql } from 'kysely'
import { prunePastTotals } from '../../src/store/analytics/post-totals.ts'
import type { Database, Transaction } from '../../src/store/engine/database.ts'
import { systemClock } from '../../src/system/clock.ts'
import { settle } from './jobs.ts'
import type { BenchUser } from './seed.ts'

const together = 10_000 // groups in a transaction, so that a slow machine needs less than the time-out of a statement
const prunedTogether = 10_000
const spacing = 60_000 // milliseconds between two posts
/** The ID of a job is the ID of its post plus this number. */
const firstJob = 1_000_000_000

const metrics = ['views', 'impressions', 'reach', 'likes', 'comments', 'shares', 'saves', 'clicks', 'engagement']
const totals = ['views', 'display_views', 'likes', 'comments', 'engagement', 'clicks', 'impressions', 'engagement_rate']
/** One of this number of groups lacks a metric. */
const lacking = 7

/** Adds this number of published posts to a profile, with one job and one set of metrics each; IDs count from 1. */
export async function addGroups(database: Database, user: BenchUser, groups: number): Promise<void> {
  await followed(database, false)
  for (let from = 1; from <= groups; from += together)
    await database.step((tx) => addSome(tx, user, { from, to: Math.min(groups, from + together - 1), groups }))
  await database.step(async (tx) => {
    await tx.deleteFrom('group_counts').execute()
    await tx.insertInto('group_counts').values({ profile_id: user.profileId, slot: 0, groups }).execute()
  })
  await followed(database, true)
  // Earlier rows are deleted after a day.
  while ((await database.step((tx) => prunePastTotals(tx, Number.MAX_SAFE_INTEGER, prunedTogether))) > 0);
  await settle(database)
}

/** With triggers, adding a million posts takes PostgreSQL four times as long. SQLite cannot disable them. */
async function followed({ kind, kysely }: Database, wanted: boolean): Promise<void> {
  if (kind === 'sqlite') return
  for (const table of ['posts', 'jobs', 'post_totals'])
    await sql.raw(`alter table ${table} ${wanted ? 'enable' : 'disable'} trigger user`).execute(kysely)
}

interface Some {
  readonly from: number
  readonly to: number
  readonly groups: number
}

async function addSome(tx: Transaction, { id, profileId }: BenchUser, some: Some): Promise<void> {
  const now = sql.lit(systemClock.now())
  const at = sql`${now} + (number - ${sql.lit(some.groups)}) * ${sql.lit(spacing)}`
  const job = sql`${sql.lit(firstJob)} + number`
  const numbers = sql`(with recursive numbers (number) as (
    select cast(${sql.lit(some.from)} as bigint)
    union all select number + 1 from numbers where number < ${sql.lit(some.to)}) select number from numbers) as counted`
  const names = (all: readonly string[]) => sql.join(all.map((name) => sql.ref(name)))
  await sql`
    insert into posts (id, user_id, profile_id, batch_id, message, platforms, media, comments, source, status, search,
      warnings, revision, created_at, updated_at, posted_at)
    select number, ${id}, ${profileId}, 'batch_' || number, 'The news of the day, number ' || number || '.',
      '["x"]', '[]', '[]', 'api', 'successful', 'batch_' || number || ' the news of the day', '[]', 1, ${at}, ${at}, ${at}
    from ${numbers}`.execute(tx)
  await sql`
    insert into jobs (id, post_id, user_id, profile_id, platform, named, environment, remote_account_id, lane, status,
      scheduled_for, fence, attempts, content, warnings, told_delayed, dropped, created_at, updated_at,
      platform_post_id, platform_post_url)
    select ${job}, number, ${id}, ${profileId}, 'x', 'x', 'live', 'bench', 'bench',
      'completed', ${at}, 1, 1, '{}', '[]', '[]', 0, ${at}, ${at}, 'x' || number, 'https://x.com/bench/status/' || number
    from ${numbers}`.execute(tx)
  await sql`
    insert into metric_reads (job_id, captured_at, metric_window, ${names(metrics)})
    select ${job}, ${now}, 'lifetime', ${sql.join(metrics.map((_, metric) => scattered(metric, some)))}
    from ${numbers}`.execute(tx)
  await sql`
    insert into post_totals (post_id, profile_id, created_at, media_type, joined, since, ${names(totals)}, reads)
    select number, ${profileId}, ${at}, 'text_or_link', ${at}, ${now},
      views, coalesce(views, impressions), likes, comments, engagement, clicks, impressions,
      cast(engagement as double precision) / nullif(coalesce(views, impressions, reach), 0),
      '[{"job_id":' || job_id || ',"captured_at":' || captured_at || '}]'
    from ${numbers} join metric_reads on job_id = ${job}
    where true
    on conflict (post_id) do update set
      ${sql.join([...totals, 'reads'].map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}`.execute(
    tx,
  )
}

/** Numbers that look random and appear once each: 7,919 divides no power of ten. */
const scattered = (metric: number, { groups }: Some): RawBuilder<unknown> =>
  sql`case when number % ${sql.lit(lacking)} = ${sql.lit(metric % lacking)} then null
    else (number * 7919 + ${sql.lit(metric * 104_729)}) % ${sql.lit(groups)} end`

export const jobOf = (postId: number): number => firstJob + postId
