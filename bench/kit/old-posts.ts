import { sql } from 'kysely'
import { day } from '../../src/domain/time.ts'
import type { Database, Transaction } from '../../src/store/engine/database.ts'
import { systemClock } from '../../src/system/clock.ts'
import { settle, withoutTriggers } from './jobs.ts'
import type { BenchUser } from './seed.ts'

const together = 20_000 // posts in a transaction
const stepsEach = 3
const readsEach = 4
const age = 200 * day
const tables = ['posts', 'jobs', 'steps', 'measured_posts', 'metric_reads', 'post_totals']
/** The ID of a job is the ID of its post plus this number. */
const firstJob = 1_000_000_000
/** New posts get IDs from here. */
const nextId = 2_000_000_000

/** Adds posts that ended long ago, each with a job, its steps and some metrics; IDs count from 1. */
export async function addOldPosts(database: Database, user: BenchUser, posts: number): Promise<void> {
  await withoutTriggers(database, tables, async () => {
    for (let from = 1; from <= posts; from += together)
      await database.step((tx) => addSome(tx, user, from, Math.min(posts, from + together - 1)))
    await database.step(async (tx) => {
      await tx.deleteFrom('status_log').execute()
      if (database.kind === 'sqlite') await sql`update publishing_ids set last = ${sql.lit(nextId)}`.execute(tx)
      else await sql`select setval('publishing_ids', ${sql.lit(nextId)})`.execute(tx)
    })
  })
  await settle(database)
}

async function addSome(tx: Transaction, { id, profileId }: BenchUser, from: number, to: number): Promise<void> {
  const at = sql.lit(systemClock.now() - age)
  const job = sql`${sql.lit(firstJob)} + counted.number`
  const numbers = (first: number, last: number) => sql`(with recursive numbers (number) as (
    select cast(${sql.lit(first)} as bigint)
    union all select number + 1 from numbers where number < ${sql.lit(last)}) select number from numbers)`
  const posts = sql`${numbers(from, to)} as counted`
  await sql`
    insert into posts (id, user_id, profile_id, batch_id, message, platforms, media, comments, source, status, search,
      warnings, revision, created_at, updated_at, posted_at)
    select number, ${id}, ${profileId}, 'batch_' || number, 'The news of the day, number ' || number || '.',
      '["nothing"]', '[]', '[]', 'api', 'successful', 'batch_' || number || ' the news of the day', '[]', 1, ${at}, ${at}, ${at}
    from ${posts}`.execute(tx)
  await sql`
    insert into jobs (id, post_id, user_id, profile_id, platform, named, environment, remote_account_id, lane, status,
      scheduled_for, fence, attempts, content, plan, warnings, told_delayed, dropped, created_at, updated_at,
      platform_post_id, platform_post_url)
    select ${job}, counted.number, ${id}, ${profileId}, 'nothing', 'nothing', 'live', 'bench', 'bench', 'completed', ${at}, 1, 1,
      '{"postType":"post","text":"The news of the day.","media":[],"comments":[],"options":{}}', '[]', '[]', '[]', 0,
      ${at}, ${at}, 'n' || number, 'https://example.com/' || number
    from ${posts}`.execute(tx)
  await sql`
    insert into steps (job_id, position, status, tries, result, started_at, finished_at)
    select ${job}, position.number, 'done', 1, '{"id":"1"}', ${at}, ${at}
    from ${posts}, ${numbers(0, stepsEach - 1)} as position`.execute(tx)
  await sql`
    insert into measured_posts (job_id, post_id, account_id, published_at, captured_at, thin_at)
    select ${job}, counted.number, (select min(id) from measured_accounts), ${at}, ${at} + ${sql.lit(readsEach - 1)}, null
    from ${posts}`.execute(tx)
  await sql`
    insert into metric_reads (job_id, captured_at, metric_window, views, likes)
    select ${job}, ${at} + nth.number, 'lifetime', counted.number, 1
    from ${posts}, ${numbers(0, readsEach - 1)} as nth`.execute(tx)
  await sql`
    insert into post_totals (post_id, profile_id, created_at, media_type, joined, since, views, reads)
    select number, ${profileId}, ${at}, 'text_or_link', ${at}, ${at}, number, '[]' from ${posts} where true
    on conflict (post_id) do nothing`.execute(tx)
}
