import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, DatabaseKind } from '../../src/store/engine/database.ts'
import { databaseNow } from '../../src/store/engine/kind.ts'
import type { Bench, Row } from '../kit/bench.ts'
import type { Meter } from '../kit/cpu.ts'
import { addDue, addEndpoints, endpointsEach, untilEnded } from '../kit/deliveries.ts'
import type { InstanceData } from '../kit/instance-data.ts'
import { settle } from '../kit/jobs.ts'
import { withStore } from '../kit/seed.ts'
import { instance, receiver, type Server } from '../kit/servers.ts'
import { post, startSimulated } from '../kit/simulated.ts'
import { tableRow, whole } from '../kit/table.ts'

/**
 * Posts that are really published on simulated platforms, each with a text, and without media. Threads takes 250 a day.
 */
const posts = 1_200
/** Of them, before those that are measured: V8 has to compile first what runs often. */
const warmUp = 960
const people = 10
const platforms = ['x', 'bluesky', 'threads']
const deliveries = 2_000
/** For the same reason. */
const deliveriesBefore = 16_000
/** The schedule of a post reads its metrics 94 times; after 8 days one read a day is left. */
const readsEach = 90
const million = 1_000_000
const secondsOfDay = 86_400
const tables = [
  ...['metric_reads', 'jobs', 'posts', 'post_totals', 'post_totals_past', 'measured_posts', 'watched_posts', 'steps'],
  ...['events', 'deliveries', 'idempotency', 'status_log'],
]

export const capacity: Row = {
  about: 'what a million posts cost in disk, CPU and WAL: the lines of docs/operate/capacity.md',
  alone: true,
  run: async (bench) => {
    const sqlite = await measure(bench, 'sqlite')
    const postgres = await measure(bench, 'postgres')
    const lines = (head: readonly string[], rows: readonly (readonly string[])[]) => {
      bench.say('')
      for (const cells of [head, head.map(() => '---'), ...rows]) bench.say(tableRow(cells))
    }
    const both = (words: (one: Cost) => string) => [words(sqlite), words(postgres)]
    lines(
      ['table', 'rows per million posts', 'SQLite', 'PostgreSQL'],
      tables.map((table) => [
        table,
        `${((sqlite.rows.get(table) ?? 0) / posts).toFixed(1)} million`,
        ...both(({ bytes }) => gigabytes((bytes.get(table) ?? 0) / posts)),
      ]),
    )
    lines(
      ['a million of', 'SQLite: service', 'PostgreSQL: service', 'PostgreSQL: server'],
      works.map((work) => [
        titles[work],
        hours(sqlite.cpu[work].service),
        hours(postgres.cpu[work].service),
        hours(postgres.cpu[work].server),
      ]),
    )
    lines(
      ['', 'SQLite', 'PostgreSQL'],
      [
        ['written for a million posts, without their metrics', ...both(({ written }) => gigabytes(written))],
        ...works.map((work) => [
          `${titles[work]}, a day on one core`,
          ...both(({ cpu }) => whole((secondsOfDay * 1e6) / (cpu[work].service + cpu[work].server))),
        ]),
      ],
    )
  },
}

const works = ['posts', 'deliveries', 'looks'] as const
const titles = {
  posts: `posts accepted and published on ${platforms.length} platforms`,
  deliveries: 'webhooks delivered',
  looks: 'looks for new comments of a published post',
} as const

interface Cpu {
  /** Microseconds for each. */
  readonly service: number
  readonly server: number
}

interface Cost {
  readonly rows: ReadonlyMap<string, number>
  readonly bytes: ReadonlyMap<string, number>
  readonly cpu: Readonly<Record<(typeof works)[number], Cpu>>
  /** Bytes for each post: the WAL of PostgreSQL, or what the service wrote with SQLite. */
  readonly written: number
}

const gigabytes = (bytesEach: number): string => `${((bytesEach * million) / 1e9).toFixed(1)} GB`
/** CPU time of a million. */
const hours = (microsecondsEach: number): string => `${(microsecondsEach / 3_600).toFixed(1)} hours`

async function measure(bench: Bench, kind: DatabaseKind): Promise<Cost> {
  const data = await bench.makeData(kind)
  const { server, users } = await startSimulated(bench, data, {
    people,
    published: platforms,
    env: { POLYPOST_READ_METRICS: 'none' },
  })
  for (const { key } of users)
    await post(`${server.base}/api/v1/webhooks`, { url: 'https://acme.example/hook', events: ['post.failed'] }, { key })
  const meters = metersOf(bench, kind, server)

  const publish = async (from: number, to: number) => {
    for (let number = from; number < to; number += 1) {
      const message = `The news of the day, number ${number}: we have opened a shop in the middle of the town, come and see.`
      const key = users[number % people]?.key ?? ''
      await post(`${server.base}/api/v1/post`, { message, platforms }, { key, idempotencyKey: `size-${number}` })
    }
    await withStore(data, (database) => untilNone(database, 'jobs'))
  }
  await publish(0, warmUp)
  await withStore(data, settle)
  const before = await writtenBytes(data, server)
  const ofPosts = await used(meters, posts - warmUp, () => publish(warmUp, posts))
  const written = ((await writtenBytes(data, server)) - before) / (posts - warmUp)
  const looks = posts * platforms.length
  const ofLooks = await used(meters, looks, () =>
    withStore(data, async (database) => {
      await database.kysely
        .updateTable('watched_posts')
        .set({ due_at: databaseNow(database.kysely) })
        .execute()
      await untilNone(database, 'watched_posts')
    }),
  )
  const ofDeliveries = await deliver(bench, kind)
  await server.stop()
  return withStore(data, async (database) => {
    await addReads(database)
    const sizes = await Promise.all(
      tables.map(async (table) => [table, await countRows(database, table), await bytesOf(database, table)] as const),
    )
    return {
      rows: new Map(sizes.map(([table, rows]) => [table, rows])),
      bytes: new Map(sizes.map(([table, , bytes]) => [table, bytes])),
      cpu: { posts: ofPosts, deliveries: ofDeliveries, looks: ofLooks },
      written,
    }
  })
}

type Meters = Readonly<Record<'service' | 'server', Meter>>

const metersOf = ({ postgres }: Bench, kind: DatabaseKind, { cpu }: Server): Meters => ({
  service: cpu,
  server: kind === 'postgres' ? postgres.meter : async () => 0,
})

async function used({ service, server }: Meters, count: number, work: () => Promise<unknown>): Promise<Cpu> {
  const read = async () => ({ service: (await service()) ?? 0, server: (await server()) ?? 0 })
  const before = await read()
  await work()
  const after = await read()
  return { service: (after.service - before.service) / count, server: (after.server - before.server) / count }
}

/** In a database of its own, because its events belong to no post. */
async function deliver(bench: Bench, kind: DatabaseKind): Promise<Cpu> {
  const data = await bench.makeData(kind)
  const ears = await receiver()
  const server = await instance('both', 'nothing', data.env)
  bench.atEnd(ears.stop)
  bench.atEnd(server.stop)
  const urls = Array.from({ length: endpointsEach }, (_, at) => `${ears.base}/healthy/${at}`)
  const users = await addEndpoints(data, urls)
  return withStore(data, async (database) => {
    const round = async (count: number) => {
      const due = await addDue(database, users, { events: count / endpointsEach, spread: 0 })
      return used(metersOf(bench, kind, server), count, () => untilEnded(database, due, count))
    }
    await round(deliveriesBefore)
    return round(deliveries)
  })
}

async function writtenBytes(data: InstanceData, { process: child }: Server): Promise<number> {
  if (data.kind === 'sqlite')
    return Number(/^write_bytes: (\d+)$/m.exec(await readFile(`/proc/${child.pid}/io`, 'utf8'))?.[1])
  return withStore(data, async ({ kysely }) => {
    const { rows } = await sql<{ bytes: string }>`select pg_current_wal_lsn() - '0/0' as bytes`.execute(kysely)
    return Number(rows[0]?.bytes)
  })
}

const glance = 500 // milliseconds
const patience = 600_000

/** Waits until no row is due or under way. */
async function untilNone({ kysely }: Database, table: 'jobs' | 'watched_posts'): Promise<void> {
  // The lease of a job is the time when it is due again.
  const isOpen =
    table === 'jobs'
      ? sql`due_at is not null`
      : sql`due_at <= ${databaseNow(kysely)} or held_until > ${databaseNow(kysely)}`
  const begun = performance.now()
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where ${isOpen}`.execute(kysely)
    const left = Number(rows[0]?.count)
    if (left === 0) return
    if (performance.now() - begun > patience)
      throw new Error(`${left} rows of ${table} are still due after ten minutes.`)
    await sleep(glance)
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
