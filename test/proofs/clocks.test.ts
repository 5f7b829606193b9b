import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Simulator } from '../../src/sandbox/shared/simulator.ts'
import { eventually } from '../harness/eventually.ts'
import { upload } from '../harness/posts.ts'
import { freePort, isReady, type LaunchedProcess, launch } from '../harness/process.ts'
import { isAtRest, type Newcomer, type PublishingInstance, startPublishing } from '../harness/publishing.ts'
import { withDatabase } from '../harness/rows.ts'
import { largeFilm } from '../media/fixtures.ts'

const scale = 20
const hour = 3_600_000
/** With this scale a lease holds for 3 s. */
const longerThanALease = 6_000

interface Bench extends PublishingInstance {
  readonly startWorker: () => Promise<LaunchedProcess>
  /** Moves the clock of all workers. */
  readonly moveClock: (milliseconds: number) => Promise<void>
}

/** An API in this process, and workers in processes of their own. */
async function startBench(t: TestContext, change?: (simulator: Simulator) => Simulator): Promise<Bench> {
  const bench = await startPublishing('postgres', {
    scale,
    roles: { api: true, worker: false },
    ...(change && { change }),
  })
  const folder = await mkdtemp(join(tmpdir(), 'polypost clocks '))
  const file = join(folder, 'shift')
  const moveClock = (milliseconds: number) => writeFile(file, String(milliseconds))
  await moveClock(0)
  const workers: LaunchedProcess[] = []
  t.after(async () => {
    await Promise.all(workers.map((worker) => worker.end('SIGKILL')))
    await bench.stop()
    await rm(folder, { recursive: true })
  })
  const { data: instanceData } = bench.instance
  const script = `import { readFileSync } from 'node:fs'
    const real = Date.now
    Date.now = () => real() + Number(readFileSync(${JSON.stringify(file)}))`
  return Object.assign(Object.create(bench), {
    moveClock,
    startWorker: async () => {
      const port = String(await freePort())
      const worker = launch(['worker'], {
        ...instanceData.env,
        ...bench.simulated.env,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
        POLYPOST_PUBLIC_URL: bench.instance.base,
        POLYPOST_TIME_SCALE: String(scale),
        POLYPOST_READ_METRICS: 'none',
        POLYPOST_READ_COMMENTS: 'none',
        POLYPOST_HEALTH_PORT: port,
      })
      workers.push(worker)
      await eventually('the worker is ready', () => {
        assert.equal(worker.process.exitCode, null, worker.output())
        return isReady(`http://127.0.0.1:${port}`)
      })
      return worker
    },
  })
}

/** Waits for `before` at each piece of an upload to X. */
const atUpload = (simulator: Simulator, before: () => unknown): Simulator => ({
  ...simulator,
  routes: simulator.routes.map((route) =>
    route.path.endsWith('/append')
      ? {
          ...route,
          handle: async (request, world) => {
            await before()
            return route.handle(request, world)
          },
        }
      : route,
  ),
})

/** Calls the function once. */
function once(work: () => unknown): () => unknown {
  let done = false
  return () => {
    if (done) return
    done = true
    return work()
  }
}

async function postFilm(who: Newcomer, message: string): Promise<number> {
  const { storageKey } = await upload(who, Buffer.from(largeFilm()), 'video/mp4')
  const { jobIds } = await who.post({ message, media: [{ storageKey }] })
  return jobIds[0] ?? 0
}

async function assertPublishedOnce(bench: Bench, who: Newcomer, jobId: number, message: string): Promise<void> {
  const job = await bench.until('the job has ended', jobId, isAtRest)
  assert.equal(job.status, 'completed', JSON.stringify(job))
  assert.equal((await who.published()).filter(({ text }) => text.includes(message)).length, 1)
}

test('a worker that stands still for longer than its lease in the middle of an upload, and then goes on, publishes nothing twice', async (t) => {
  let atAppend: () => unknown = () => {}
  const bench = await startBench(t, (simulator) => atUpload(simulator, () => atAppend()))
  const who = await bench.newcomer('x')
  const first = await bench.startWorker()
  const stopped = new Promise<void>((resolve) => {
    atAppend = once(() => {
      first.process.kill('SIGSTOP')
      resolve()
    })
  })
  const jobId = await postFilm(who, 'Stopped.')
  await stopped
  const second = await bench.startWorker()
  await assertPublishedOnce(bench, who, jobId, 'Stopped.')
  first.process.kill('SIGCONT')
  await sleep(longerThanALease)
  await assertPublishedOnce(bench, who, jobId, 'Stopped.')
  // The first worker works as before.
  await second.end('SIGTERM')
  await assertPublishedOnce(bench, who, await postFilm(who, 'Later.'), 'Later.')
  assert.equal(first.process.exitCode, null)
})

for (const [what, shift] of [
  ['forwards', hour],
  ['backwards', -hour],
] as const) {
  test(`if the clock of a worker jumps an hour ${what} in the middle of an upload, everything is published once and without doubt`, async (t) => {
    let atAppend: () => unknown = () => {}
    const bench = await startBench(t, (simulator) => atUpload(simulator, () => atAppend()))
    const who = await bench.newcomer('x')
    await bench.startWorker()
    await assertPublishedOnce(bench, who, await postFilm(who, 'Before.'), 'Before.')
    const moved = new Promise<void>((resolve, reject) => {
      atAppend = once(() => bench.moveClock(shift).then(resolve, reject))
    })
    const jobId = await postFilm(who, 'Meanwhile.')
    await moved
    await assertPublishedOnce(bench, who, jobId, 'Meanwhile.')
    await assertPublishedOnce(bench, who, await postFilm(who, 'After.'), 'After.')
  })

  test(`if the clock of the database jumps an hour ${what} in the middle of an upload, the upload goes on or is repeated, and is published once`, async (t) => {
    let atAppend: () => unknown = () => {}
    const bench = await startBench(t, (simulator) => atUpload(simulator, () => atAppend()))
    const { data: instanceData } = bench.instance
    await withDatabase(instanceData, async (db) => {
      await sql`create schema shifted`.execute(db)
      await sql`create table shifted.clock (shift interval not null)`.execute(db)
      await sql`insert into shifted.clock values ('0')`.execute(db)
      await sql`create function shifted.statement_timestamp() returns timestamptz stable language sql
        as 'select pg_catalog.statement_timestamp() + shift from shifted.clock'`.execute(db)
      // The functions of the first schema are found first.
      const name = new URL(instanceData.env.DATABASE_URL ?? '').pathname.slice(1)
      await sql`alter database ${sql.ref(name)} set search_path = shifted, pg_catalog, public`.execute(db)
    })
    await bench.restart({ api: true, worker: false })
    const who = await bench.newcomer('x')
    await bench.startWorker()
    await assertPublishedOnce(bench, who, await postFilm(who, 'Before.'), 'Before.')
    const moved = new Promise<void>((resolve, reject) => {
      atAppend = once(() =>
        withDatabase(instanceData, (db) =>
          sql`update shifted.clock set shift = ${sql.lit(`${shift / hour} hours`)}`.execute(db),
        ).then(() => resolve(), reject),
      )
    })
    const jobId = await postFilm(who, 'Meanwhile.')
    await moved
    await assertPublishedOnce(bench, who, jobId, 'Meanwhile.')
  })
}
