import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../src/store/engine/database.ts'
import type { Bench, Row } from '../kit/bench.ts'
import type { InstanceData } from '../kit/instance-data.ts'
import { addJobs, listAccounts, makeDue } from '../kit/jobs.ts'
import { addUsers, type BenchUser, withStore } from '../kit/seed.ts'
import { instance } from '../kit/servers.ts'
import { post } from '../kit/simulated.ts'
import { median, quantile, whole } from '../kit/table.ts'

const backlog = { sqlite: 100_000, postgres: 500_000 } as const
const waitingDeliveries = 1_500_000
const postsEach = 20 // in a round
const hour = 3_600_000

/** The backlog that a long pause of one account, or an import, leaves behind. */
export const backlogOfJobs: Row = {
  alone: true,
  about:
    'accepted to completed while hundreds of thousands of jobs are due for another account, against none, on both databases',
  run: async (bench) => {
    for (const kind of ['sqlite', 'postgres'] as const) {
      const [calm, busy] = [await bench.makeData(kind), await bench.makeData(kind)]
      const sides = [await startPosting(bench, calm, 0), await startPosting(bench, busy, backlog[kind])] as const
      const times = { calm: [] as number[], busy: [] as number[] }
      for (let round = 0; round < bench.rounds; round += 1) {
        times.calm.push(median(await sides[0]()))
        times.busy.push(median(await sides[1]()))
      }
      bench.print({
        name: `accepted to completed while ${whole(backlog[kind])} jobs are due for another account, p50, ${calm.title}`,
        ours: `${median(times.busy).toFixed(0)} ms`,
        anchor: `none are due, ${median(times.calm).toFixed(0)} ms`,
        values: times.busy.map((time, round) => time / (times.calm[round] ?? Number.NaN)),
        goal: { atMost: 1.2 },
      })
    }
  },
}

/** Returns a round, which returns the milliseconds of each post. */
async function startPosting(bench: Bench, data: InstanceData, jobs: number): Promise<() => Promise<number[]>> {
  const server = await instance('both', 'nothing', data.env)
  bench.atEnd(server.stop)
  const [busy, other] = await addUsers(data, 2, ['nothing'])
  if (!busy || !other) throw new Error('Two users were to be added.')
  await withStore(data, async (database) => {
    if (jobs === 0) return
    const [account] = (await listAccounts(database)).filter(({ userId }) => userId === busy.id)
    if (!account) throw new Error('The busy user has an account.')
    const after = await addJobs(database, [account], 1)
    await holdAccount(database, after)
    await copyJob(database, after, jobs)
    await makeDue(database, after)
  })
  return () => withStore(data, (database) => timesOf(database, server.base, other, postsEach))
}

/** As if a worker had its account for a long time. */
const holdAccount = async ({ kysely }: Database, after: number): Promise<void> => {
  await kysely
    .updateTable('lanes')
    .set({ held_until: Date.now() + hour })
    .where('key', 'in', (e) => e.selectFrom('jobs').select('lane').where('id', '>', after))
    .execute()
}

/** The copies belong to the post of the job, and have negative IDs. */
async function copyJob({ kysely }: Database, after: number, count: number): Promise<void> {
  const copied = await kysely.selectFrom('jobs').selectAll().where('id', '>', after).executeTakeFirstOrThrow()
  const columns = Object.keys(copied).map((name) => sql.ref(name))
  const values = Object.keys(copied).map((name) =>
    name === 'id' ? sql`-n` : name === 'due_at' ? sql`1` : sql.ref(name),
  )
  await sql`
    insert into jobs (${sql.join(columns)})
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
    select ${sql.join(values)} from numbers cross join jobs where id = ${copied.id}`.execute(kysely)
}

const glance = 2 // milliseconds

/** The milliseconds from the response of each post until its job has ended. */
async function timesOf(database: Database, base: string, user: BenchUser, count: number, platform = 'nothing') {
  const times: number[] = []
  for (let number = 0; number < count; number += 1) {
    const isOpen = async () =>
      (await database.read
        .selectFrom('jobs')
        .select('id')
        .where('user_id', '=', user.id)
        .where('status', 'not in', ['completed', 'failed'])
        .limit(1)
        .executeTakeFirst()) !== undefined
    await post(`${base}/api/v1/post`, { message: `Part ${number}`, platforms: [platform] }, { key: user.key })
    const accepted = performance.now()
    while (await isOpen()) await sleep(glance)
    times.push(performance.now() - accepted)
  }
  return times
}

/** It happens once, so it has one round. */
export const deletedWebhook: Row = {
  alone: true,
  about: 'DELETE of a webhook for which 1,500,000 deliveries wait, on both databases',
  run: async (bench) => {
    for (const kind of ['sqlite', 'postgres'] as const) {
      const data = await bench.makeData(kind)
      const server = await instance('api', 'nothing', data.env)
      bench.atEnd(server.stop)
      const [user] = await addUsers(data, 1, [])
      if (!user) throw new Error('A user was to be added.')
      const headers = { authorization: `Bearer ${user.key}`, 'content-type': 'application/json' }
      const url = 'https://acme.example/hook'
      const made = await fetch(`${server.base}/api/v1/webhooks`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ url }),
      })
      // The contract says that it is a number.
      const { id } = (await made.json()) as { id: number }
      await withStore(data, async ({ kysely }) => {
        await kysely
          .insertInto('events')
          .values({ id: 'event', user_id: user.id, name: 'post.published', data: '{}', created_at: 1 })
          .execute()
        await sql`
          insert into deliveries
            (user_id, webhook_id, url, lane, event_id, event, status, due_at, fence, attempts, history, created_at)
          with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(waitingDeliveries)})
          select ${user.id}, ${id}, ${url}, ${`webhook:${id}`}, 'event', 'post.published', 'pending', 1, 0, 0, '[]', 1
          from numbers`.execute(kysely)
      })
      const begun = performance.now()
      const { status } = await fetch(`${server.base}/api/v1/webhooks/${id}`, { method: 'DELETE', headers })
      const time = performance.now() - begun
      bench.print({
        name: `DELETE of a webhook for which ${whole(waitingDeliveries)} deliveries wait, ${data.title}`,
        ours: `status ${status}`,
        values: [time],
        unit: ' ms',
        digits: 0,
        goal: { atMost: 100 },
      })
    }
  },
}

const lockedFor = 5_000 // milliseconds

/** Such as a hand on psql, or a transaction that hangs. */
export const lockedRow: Row = {
  alone: true,
  about: 'accepted to completed while a row of another account is locked, on PostgreSQL',
  run: async (bench) => {
    const platform = createServer((incoming, outgoing) => {
      incoming.resume().on('end', () => {
        outgoing.writeHead(201, { 'content-type': 'application/json' })
        outgoing.end(JSON.stringify({ data: { id: String(Math.floor(performance.now())), text: '' } }))
      })
    }).listen(0, '127.0.0.1')
    bench.atEnd(() => platform.close())
    await once(platform, 'listening')
    // The address of a listening TCP server is an object.
    const { port } = platform.address() as AddressInfo
    const data = await bench.makeData('postgres')
    const server = await instance('both', 'platforms', {
      ...data.env,
      X_API_URL: `http://127.0.0.1:${port}`,
      X_CLIENT_ID: 'bench',
    })
    bench.atEnd(server.stop)
    const [stranger, other] = await addUsers(data, 2, ['x'])
    if (!stranger || !other) throw new Error('Two users were to be added.')
    const slowest = { calm: 0, locked: 0 }
    await withStore(data, async (database) => {
      const posting = () => timesOf(database, server.base, other, postsEach, 'x')
      slowest.calm = quantile(await posting(), 1)
      await database.kysely.transaction().execute(async (tx) => {
        await tx
          .selectFrom('measured_accounts')
          .select('id')
          .where('profile_id', '=', stranger.profileId)
          .forUpdate()
          .execute()
        const until = performance.now() + lockedFor
        // Its end waits for the locked row.
        await post(`${server.base}/api/v1/post`, { message: 'We are live.', platforms: ['x'] }, { key: stranger.key })
        while (performance.now() < until) slowest.locked = Math.max(slowest.locked, ...(await posting()))
      })
    })
    bench.print({
      name: `accepted to completed while a row of another account is locked, slowest, ${data.title}`,
      ours: `without the lock ${slowest.calm.toFixed(0)} ms`,
      values: [slowest.locked],
      unit: ' ms',
      digits: 0,
      goal: { atMost: 1_000 },
    })
  },
}
