import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Simulator } from '../../src/sandbox/shared/simulator.ts'
import { createClient, type Reply } from '../harness/client.ts'
import { onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { ownerKey } from '../harness/instance.ts'
import { createPost } from '../harness/posts.ts'
import { isAtRest, type Newcomer, type PublishingInstance, startPublishing } from '../harness/publishing.ts'
import { withDatabase } from '../harness/rows.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../harness/servers/database-proxy.ts'
import { startSimulated } from '../harness/simulated.ts'
import { setStage } from '../harness/stage.ts'

/** Longer than the shortest lease, so that leases are lost. */
const outage = 8_000
/** A request may wait for a connection and for an answer. Much more would be no bound at all. */
const bounded = 30_000

async function startBench(change?: (simulator: Simulator) => Simulator) {
  let proxy: DatabaseProxy | null = null
  const bench = await startPublishing('postgres', {
    ...(change && { change }),
    databaseThrough: async (url) => {
      proxy = await startDatabaseProxy(url)
      return proxy.url
    },
  })
  if (proxy === null) throw new Error('The proxy was not started.')
  return { bench, proxy: proxy as DatabaseProxy }
}

/** Each begins an outage and returns what ends it. */
const outages: Readonly<Record<string, (proxy: DatabaseProxy) => () => Promise<void> | void>> = {
  'goes silent, and later receives what was sent in the meantime': (proxy) => {
    proxy.stall()
    return proxy.resume
  },
  'goes silent and comes back with new connections': (proxy) => {
    proxy.stall()
    return proxy.restore
  },
  'refuses connections': (proxy) => {
    proxy.cut()
    return proxy.restore
  },
  'resets every connection again and again': (proxy) => {
    const timer = setInterval(proxy.reset, 100)
    return () => clearInterval(timer)
  },
  'breaks in the middle of a message': (proxy) => {
    proxy.halve()
    return proxy.restore
  },
  'answers late': (proxy) => {
    proxy.delay(300)
    return proxy.restore
  },
}

describe('if the database', () => {
  let bench: PublishingInstance
  let proxy: DatabaseProxy
  before(async () => {
    ;({ bench, proxy } = await startBench())
  })
  after(async () => {
    await proxy.restore()
    await bench.stop()
    proxy.remove()
  })

  for (const [what, begin] of Object.entries(outages))
    test(`${what}, requests are answered in bounded time, and afterwards every accepted post is published once`, async (t) => {
      const people = await Promise.all(
        (['x', 'bluesky', 'threads', 'x', 'bluesky'] as const).map((name) => bench.newcomer(name)),
      )
      const sent = people.flatMap((who) => [submit(who, 1), submit(who, 2)])
      await Promise.race(sent)
      const end = begin(proxy)
      const during = people.map((who) => submit(who, 3))
      const ready = timed(() => fetch(`${bench.instance.base}/readyz`))
      await sleep(outage)
      await end()
      const ended = performance.now()
      assert.ok((await ready).took < bounded)
      await eventually('it is ready again', async () => (await fetch(`${bench.instance.base}/readyz`)).ok)
      t.diagnostic(`ready after ${Math.round(performance.now() - ended)} ms`)
      const posts = await Promise.all([...sent, ...during])
      for (const { who, message, jobId } of posts) {
        const job = await bench.until('the job has ended', jobId, isAtRest)
        assert.equal(job.status, 'completed', JSON.stringify(job))
        const shown = (await who.published()).filter(({ text }) => text.includes(message))
        assert.equal(shown.length, 1)
      }
      t.diagnostic(`all published after ${Math.round(performance.now() - ended)} ms`)
    })
})

interface Submitted {
  readonly who: Newcomer
  readonly message: string
  readonly jobId: number
}

/** Sends a post until it is accepted. Each refusal comes in bounded time, and says when to come again. */
async function submit(who: Newcomer, number: number): Promise<Submitted> {
  const message = `Post ${number} of ${who.name}.`
  const headers = { 'idempotency-key': `${who.name}-${number}` }
  const accepted = await eventually('the post is accepted', async () => {
    const { took, result } = await timed(() =>
      who.ask('POST', '/post', { body: { message, platforms: [who.platform] }, headers }),
    )
    assert.ok(took < bounded, `a request took ${Math.round(took)} ms`)
    if (result.status === 200) return result
    refusedForNow(result)
    return null
  })
  return { who, message, jobId: accepted.body.jobs[0].jobId }
}

function refusedForNow({ status, headers, body, text }: Reply): void {
  assert.ok(status === 503 || status === 409, text)
  assert.ok(['unavailable', 'idempotency_in_progress'].includes(body.error.code), text)
  assert.ok(Number(headers.get('retry-after')) > 0)
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly took: number; readonly result: T }> {
  const begun = performance.now()
  const result = await work()
  return { took: performance.now() - begun, result }
}

test('a stop while the database is silent ends in bounded time', async (t) => {
  const { bench, proxy } = await startBench()
  const who = await bench.newcomer('x')
  proxy.stall()
  const { took } = await timed(() => bench.stop())
  proxy.remove()
  t.diagnostic(`stopped in ${Math.round(took)} ms, as ${who.name}`)
  assert.ok(took < 120_000)
})

onEachDatabase((kind) => {
  test('the answer of a platform is kept in memory while the database can’t be used, and stored without asking again', async (t) => {
    let atCommit = () => {}
    const { bench, away, back, remove } = await benchWithOutage(kind, (one) => atTweet(one, () => atCommit()))
    t.after(async () => {
      await bench.stop()
      remove()
    })
    const who = await bench.newcomer('x')
    const gone = new Promise<void>((resolve) => {
      atCommit = () => {
        away()
        resolve()
      }
    })
    const { jobIds } = await who.post({ message: 'Kept.' })
    await gone
    await sleep(outage)
    assert.equal((await fetch(`${bench.instance.base}/healthz`)).status, 200)
    back()
    const job = await bench.until('the job has ended', jobIds[0] ?? 0, isAtRest)
    assert.deepEqual([job.status, job.attempts], ['completed', 1])
    // It was not asked for its posts either.
    assert.deepEqual(
      (await bench.simulated.requests('x')).filter(({ path }) => path.endsWith('/tweets')).map(({ method }) => method),
      ['POST'],
    )
    assert.equal((await who.published()).length, 1)
  })
})

/** Calls `before` when X has accepted a post and has not answered yet. */
const atTweet = (simulator: Simulator, before: () => void): Simulator => ({
  ...simulator,
  routes: simulator.routes.map((route) =>
    route.path === '/2/tweets' && route.method === 'POST'
      ? {
          ...route,
          handle: async (request, world) => {
            const reply = await route.handle(request, world)
            before()
            return reply
          },
        }
      : route,
  ),
})

/** PostgreSQL goes silent; SQLite is locked by another connection. */
async function benchWithOutage(kind: 'sqlite' | 'postgres', change: (simulator: Simulator) => Simulator) {
  if (kind === 'postgres') {
    const { bench, proxy } = await startBench(change)
    return { bench, away: proxy.stall, back: proxy.resume, remove: proxy.remove }
  }
  const bench = await startPublishing('sqlite', { change })
  const other = new DatabaseSync(join(bench.instance.data.directory, 'polypost.db'))
  return {
    bench,
    away: () => other.exec('begin immediate'),
    back: () => {
      other.exec('rollback')
      other.close()
    },
    remove: () => {},
  }
}

test('if the database fails after a post was announced, while the login is renewed for it, there is no doubt', async (t: TestContext) => {
  const { bench, proxy } = await startBench()
  t.after(async () => {
    await bench.stop()
    proxy.remove()
  })
  const who = await bench.newcomer('x')
  proxy.breakBetween('insert into steps', 'update "accounts"')
  const { jobIds } = await who.post({ message: 'Never in doubt. [[sandbox:token_expired]]' })
  const job = await bench.until('the job has ended', jobIds[0] ?? 0, isAtRest)
  assert.deepEqual([job.status, job.attempts], ['completed', 2])
  const events = await who.events()
  assert.ok(events.length > 0)
  assert.equal((await who.published()).length, 1)
})

// Only Linux can change the limit of a running process.
if (process.platform === 'linux')
  test('the answer of a platform is kept in memory while the disk is full, and stored when there is space', async (t) => {
    let atCommit = () => {}
    const simulated = await startSimulated({ scale: 200, change: (one) => atTweet(one, () => atCommit()) })
    t.after(() => simulated.stop())
    const { start, data: instanceData } = await setStage(t, 'sqlite')
    const service = await start('start', {
      ...simulated.env,
      POLYPOST_TIME_SCALE: '20',
      POLYPOST_READ_METRICS: 'none',
      POLYPOST_READ_COMMENTS: 'none',
    })
    const ask = createClient(service.base, ownerKey)
    await simulated.connect(ask, 'x', 'full')
    const limitFiles = (soft: string) =>
      execFileSync('prlimit', ['--pid', String(service.process.pid), `--fsize=${soft}:`])
    const full = new Promise<void>((resolve) => {
      atCommit = () => {
        limitFiles('1024')
        resolve()
      }
    })
    await createPost({ ask }, { message: 'On a full disk.', platforms: ['x'] })
    await full
    await sleep(outage)
    const refused = await ask('POST', '/profiles', { body: { name: 'No space' } })
    assert.equal(refused.status, 507, refused.text)
    limitFiles('unlimited')
    const job = await eventually('the job has ended', () =>
      withDatabase(instanceData, async (db) => {
        const found = await db.selectFrom('jobs').selectAll().executeTakeFirst()
        return found?.due_at === null ? found : null
      }),
    )
    assert.deepEqual([job.status, job.attempts], ['completed', 1])
    assert.equal((await simulated.posts('x')).length, 1)
    assert.equal((await simulated.requests('x')).filter(({ path }) => path.endsWith('/tweets')).length, 1)
  })
