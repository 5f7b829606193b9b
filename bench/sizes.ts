import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { startTestServer } from '../scripts/test-postgres.ts'
import type { Database } from '../src/store/engine/database.ts'
import { makePlace, type Place } from './publishing/place.ts'
import { addUsers, withStore } from './publishing/seed.ts'
import { report } from './report.ts'
import { instance, sandbox } from './serve.ts'

/** Posts that are really published on simulated platforms, each with a text, and without media. */
const posts = 300
const people = 10
const platforms = ['x', 'bluesky', 'threads']
/** The schedule of a post reads its metrics 94 times; after 8 days one read a day is left. */
const readsEach = 90
const million = 1_000_000
const tables = [
  ...['posts', 'jobs', 'steps', 'post_totals', 'post_totals_past', 'measured_posts', 'metric_reads'],
  ...['events', 'deliveries', 'status_log', 'idempotency'],
]

/** The rows and bytes that posts leave in the database. They are the input of docs/operate/capacity.md. */
async function measure(place: Place): Promise<void> {
  const simulated = await sandbox(place.env)
  const { port } = new URL(simulated.base)
  const server = await instance('both', 'platforms', {
    ...place.env,
    POLYPOST_SANDBOX: 'on',
    POLYPOST_SANDBOX_PORT: port,
    POLYPOST_READ_METRICS: 'none',
  })
  const users = await addUsers(place, people, [])
  for (const { key } of users) {
    for (const platform of platforms) await post(server.base, '/connect', { platform, environment: 'sandbox' }, key)
    await post(server.base, '/webhooks', { url: 'https://acme.example/hook', events: ['post.failed'] }, key)
  }
  for (let number = 0; number < posts; number += 1) {
    const message = `The news of the day, number ${number}: we have opened a shop in the middle of the town, come and see.`
    await post(server.base, '/post', { message, platforms }, users[number % people]?.key ?? '', `size-${number}`)
  }
  await withStore(place, untilPublished)
  await server.stop()
  await simulated.stop()
  await withStore(place, async (database) => {
    await addReads(database)
    for (const table of tables) {
      const rows = await countRows(database, table)
      const bytes = await bytesOf(database, table)
      report(
        `${table}, ${place.title}`,
        `${(rows / posts).toFixed(1)} a post`,
        `${rows === 0 ? 0 : Math.round(bytes / rows)} bytes a row with indexes; ${(((bytes / posts) * million) / 1e9).toFixed(2)} GB for a million posts`,
      )
    }
  })
}

async function untilPublished({ kysely }: Database): Promise<void> {
  for (;;) {
    const { count } = await kysely
      .selectFrom('jobs')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('due_at', 'is not', null)
      .executeTakeFirstOrThrow()
    if (Number(count) === 0) return
    await sleep(1_000)
  }
}

/** The metrics of each job, as they are after 90 days. */
async function addReads({ kysely, kind }: Database): Promise<void> {
  await sql`
    insert into metric_reads (job_id, captured_at, metric_window, views, impressions, likes, comments, shares, engagement)
    select id, finished_at + cast(nth.number as bigint) * 86400000, 'lifetime', 12000 + nth.number, 15000, 320, 41, 12, 373
    from jobs, (with recursive numbers (number) as (select 1 union all select number + 1 from numbers
      where number < ${sql.lit(readsEach)}) select number from numbers) as nth
    where status = 'completed'`.execute(kysely)
  await sql`${sql.raw(kind === 'sqlite' ? 'vacuum' : 'vacuum analyze')}`.execute(kysely)
}

async function countRows({ kysely }: Database, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(kysely)
  return Number(rows[0]?.count)
}

async function bytesOf({ kysely, kind }: Database, table: string): Promise<number> {
  const { rows } =
    kind === 'sqlite'
      ? await sql<{ bytes: number }>`
          select sum(pgsize) as bytes from dbstat where name in (
            select name from sqlite_schema where tbl_name = ${table})`.execute(kysely)
      : await sql<{ bytes: number }>`select pg_total_relation_size(${table}::regclass) as bytes`.execute(kysely)
  return Number(rows[0]?.bytes)
}

async function post(base: string, path: string, body: object, key: string, idempotencyKey?: string): Promise<void> {
  const response = await fetch(`${base}/api/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`POST ${path}: ${await response.text()}`)
}

// Makes sure that all child processes are stopped.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const postgres = await startTestServer()
try {
  report('table', 'rows', 'size')
  report('---', '---', '---')
  for (const kind of ['sqlite', 'postgres'] as const) {
    const place = await makePlace(kind, postgres.url)
    await measure(place).finally(place.remove)
  }
} finally {
  await postgres.stop()
}
