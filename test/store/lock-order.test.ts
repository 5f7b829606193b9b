import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { readConfig } from '../../src/app/config.ts'
import { openStore, type Store } from '../../src/app/open-store.ts'
import { noMetrics } from '../../src/domain/metrics.ts'
import { makeAccountsDue } from '../../src/store/analytics/measured-accounts.ts'
import { storeReads, storeRefreshed, takeRefresh } from '../../src/store/analytics/measured-posts.ts'
import { refreshPosts } from '../../src/store/comments/watched-posts.ts'
import type { Transaction } from '../../src/store/engine/database.ts'
import { takeRows } from '../../src/store/engine/leases.ts'
import { insertJobs } from '../../src/store/jobs/jobs.ts'
import { touchKeys } from '../../src/store/people/keys.ts'
import { touchSessions } from '../../src/store/people/sessions.ts'
import { pruneSteps } from '../../src/store/posts/old-posts.ts'
import { insertPost } from '../../src/store/posts/posts.ts'
import type { Tables } from '../../src/store/tables.ts'
import { systemClock } from '../../src/system/clock.ts'
import { databaseKinds, type InstanceData, makeInstanceData } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'

/** So many that no other order begins with the lowest number by chance. */
const ids = Array.from({ length: 40 }, (_, at) => 1_000 + at)
const [lowest = 0] = ids

if (databaseKinds.includes('postgres')) {
  let instanceData: InstanceData
  let store: Store
  before(async () => {
    instanceData = await makeInstanceData('postgres', { migrated: true })
    store = await openStore(readConfig(instanceData.env), systemClock, { locks: true, migrates: true })
    await insertAll(store.database)
  })
  after(async () => {
    await store.close()
    await instanceData.remove()
  })

  const of = (id: number) => ({ id, metrics: noMetrics, window: 'lifetime' as const })
  const updates: Record<string, [table: keyof Tables, key: string, update: (tx: Transaction) => Promise<unknown>]> = {
    'a claim of watched posts': ['watched_posts', 'id', (tx) => takeRows(tx, 'watched_posts', ids, 1)],
    'a refresh of the inbox': ['watched_posts', 'id', (tx) => refreshPosts(tx, ids)],
    'the last use of keys': ['api_keys', 'id', (tx) => touchKeys(tx, ids, 1)],
    'the last use of sessions': ['sessions', 'id', (tx) => touchSessions(tx, ids, 1)],
    'a refresh of metrics': ['measured_posts', 'job_id', (tx) => takeRefresh(tx, ids, 0)],
    'the result of a refresh': ['measured_posts', 'job_id', (tx) => storeRefreshed(tx, ids.map(of))],
    'what was measured': [
      'measured_posts',
      'job_id',
      (tx) =>
        storeReads(
          tx,
          ids.map((id) => ({ ...of(id), dueAt: 1, absences: 0 })),
          { window: 'lifetime', now: 1 },
        ),
    ],
    'the pruning of steps': [
      'jobs',
      'id',
      (tx) => pruneSteps(tx, { before: Date.now() * 2, after: 0, limit: ids.length }),
    ],
  }

  for (const [what, [table, key, update]] of Object.entries(updates))
    test(`${what} locks its rows in the order of their numbers, so that two of them wait in no circle`, async () => {
      const { kysely, step } = store.database
      const name = sql.table(table)
      const column = sql.ref(key)
      const updated = await kysely.transaction().execute(async (holder) => {
        await sql`select from ${name} where ${column} = ${lowest} for no key update`.execute(holder)
        const updated = step(update)
        await eventually('it waits for the first row', async () => {
          const { rows } = await sql`
            select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(kysely)
          return rows.length > 0
        })
        const { rows } = await sql`
          select from ${name} where ${column} >= ${lowest} for no key update skip locked`.execute(holder)
        assert.equal(rows.length, ids.length, 'it has locked no row before the first')
        return { updated }
      })
      await updated.updated
    })
}

/** Their order in the tables is the opposite of that of their numbers. */
async function insertAll({ kysely, step }: Store['database']): Promise<void> {
  const user = await kysely.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  const profile = user.default_profile_id
  const numbers = sql`unnest(${ids.toReversed()}::bigint[]) as id`
  await step(async (tx) => {
    const now = 1
    const of = { user_id: user.id, profile_id: profile, created_at: now }
    const said = { message: '', platforms: ['x'], media: [], comments: [], options: null, warnings: [] }
    const none = { auto_reply_enabled: null, webhook_url: null, scheduled_at: null, scheduled_timezone: null }
    const rest = { created_by: null, updated_by: null, status: 'successful', revision: 1, updated_at: now } as const
    await insertPost(tx, { id: 1, batch_id: 'batch_1', source: 'api', ...of, ...said, ...none, ...rest })
    const content = { postType: 'post', text: '', media: [], comments: [], options: {} }
    const job = {
      post_id: 1,
      ...of,
      platform: 'x',
      named: 'x',
      environment: 'sandbox' as const,
      content,
      warnings: [],
      needs: 1,
    }
    await insertJobs(
      tx,
      ids.toReversed().map((id) => ({ ...job, id, remote_account_id: '1', lane: 'lane', scheduled_for: now })),
    )
    await sql`update jobs set status = 'completed', due_at = null`.execute(tx)
    await sql`
      insert into steps (job_id, position, status, tries, started_at) select id, 0, 'done', 1, 1 from ${numbers}`.execute(
      tx,
    )
    const account = { profile_id: profile, platform: 'x', lane: 'lane', dueIn: 0 }
    const accountId = (await makeAccountsDue(tx, [account]))(account)
    await sql`
      insert into measured_posts (job_id, post_id, account_id, published_at)
      select id, 1, ${accountId}, 1 from ${numbers}`.execute(tx)
    await sql`
      insert into watched_posts (id, lane, published_at, active_at, due_at) select id, 'lane', 1, 1, 1 from ${numbers}`.execute(
      tx,
    )
    await sql`
      insert into api_keys (id, user_id, name, hash, prefix, scopes, created_at) overriding system value
      select id, ${user.id}, 'key', id::text, 'pp', 'read', 1 from ${numbers}`.execute(tx)
    await sql`insert into people (id, email, name, created_at) overriding system value values (1, 'a@b.example', 'Ana', 1)`.execute(
      tx,
    )
    await sql`
      insert into sessions (id, person_id, user_id, hash, label, address, created_at, seen_at, proven_at)
      overriding system value
      select id, 1, ${user.id}, id::text, 'a browser', '', 1, 1, 1 from ${numbers}`.execute(tx)
  })
}
