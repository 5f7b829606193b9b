import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type OwnServer, startOwnServer } from '../../../scripts/test-postgres.ts'
import { eventually } from '../../harness/eventually.ts'
import { runCommand } from '../../harness/process.ts'
import { chanceOf } from '../crash/chance.ts'
import { type Crowd, startCrowd } from '../crash/crowd.ts'
import { gatherPeople } from '../crash/people.ts'
import { type Platforms, startPlatforms } from '../crash/platforms.ts'
import { randomPosts } from '../crash/random-posts.ts'
import { ledgerOf, tableOf, untilAtRest } from '../crash/run.ts'
import { type Service, startService } from '../crash/service.ts'
import { allJobs, wronglyTold } from '../crash/stored.ts'
import { judge } from '../crash/verdict.ts'

const scale = 6
const people = 8
const seed = 11
const longestRest = (30 * 60_000) / scale
const glance = 50 // milliseconds

interface Pair {
  readonly primary: OwnServer
  readonly standby: OwnServer
  /** Both, as an operator names them. */
  readonly url: string
}

async function startPair({ synchronous }: { synchronous: boolean }): Promise<Pair & { stop: () => Promise<void> }> {
  const primary = await startOwnServer()
  const standby = await primary.follow()
  await eventually('the standby follows', async () => {
    const [row] = await ask(primary, 'select count(*)::int as count from pg_stat_replication')
    return row?.count === 1
  })
  if (synchronous) {
    await ask(primary, `alter system set synchronous_standby_names = '*'`)
    await ask(primary, 'select pg_reload_conf()')
  }
  const [first, second] = [new URL(primary.url), new URL(standby.url)]
  // The standby is named first: it must not be taken for the primary.
  const url = `postgres://postgres@${second.host},${first.host}/postgres?target_session_attrs=read-write`
  return {
    primary,
    standby,
    url,
    stop: async () => {
      await standby.stop()
      await primary.stop()
    },
  }
}

async function ask({ url }: OwnServer, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

async function until(crowd: Crowd, count: number): Promise<void> {
  while (crowd.accepted() < count && !crowd.hasStopped()) await sleep(glance)
}

/** The primary's machine is gone, and a moment later the standby takes over. */
async function failOver({ primary, standby }: Pair): Promise<void> {
  await primary.kill()
  await sleep(500)
  await ask(standby, 'select pg_promote(true)')
}

async function withService(pair: Pair, work: (service: Service, platforms: Platforms) => Promise<void>): Promise<void> {
  const platforms = await startPlatforms(scale)
  try {
    const service = await startService('postgres', platforms, { scale, workers: 2, server: pair.url })
    try {
      await work(service, platforms)
    } catch (error) {
      const outputs = service.members().map(({ role, output }) => `${role}: ${output().slice(-2_000)}`)
      throw new Error(['What the processes said last:', ...outputs].join('\n'), { cause: error })
    } finally {
      await service.stop()
    }
  } finally {
    await platforms.stop()
  }
}

test('a synchronous standby takes over under load from a primary that was killed: nothing is lost, nothing published twice', async (t) => {
  const pair = await startPair({ synchronous: true })
  try {
    await withService(pair, async (service, platforms) => {
      const begun = performance.now()
      const everybody = await gatherPeople(service, platforms, people)
      const jobs = 200
      const crowd = startCrowd(service, randomPosts(everybody, chanceOf(seed)), jobs)
      try {
        await until(crowd, jobs * 0.4)
        await failOver(pair)
        const sent = await crowd.done
        const last = performance.now()
        await untilAtRest(service, last + longestRest)
        assert.deepEqual(
          service.members().filter(({ hasEnded }) => hasEnded()),
          [],
          'no process had to be started again',
        )
        const counts = judge({ sent, jobs: await allJobs(service.database), ledger: await ledgerOf(platforms) })
        assert.deepEqual(await wronglyTold(service.database), [])
        const seconds = (from: number) => Math.round((performance.now() - from) / 1_000)
        t.diagnostic(tableOf({ counts, kills: 1, seconds: seconds(begun), scaledSeconds: seconds(last) * scale }))
      } finally {
        crowd.stop()
        await Promise.allSettled([crowd.done])
      }
    })
  } finally {
    await pair.stop()
  }
})

test('an asynchronous standby that lacks the last writes is held: what was published meanwhile is found after the release, and not published again', async () => {
  const pair = await startPair({ synchronous: false })
  try {
    await withService(pair, async (service, platforms) => {
      const [who] = await gatherPeople(service, platforms, 1)
      const texts = Array.from({ length: 6 }, (_, index) => `Lost post ${index}`)
      const inAMoment = new Date(Date.now() + 20_000).toISOString()
      for (const message of texts)
        await who.ask('POST', '/post', { body: { message, platforms: ['bluesky'], scheduled_at: inAMoment } })
      // From here on, the standby gets nothing more.
      await eventually('the standby has everything', async () => {
        const [row] = await ask(
          pair.primary,
          'select bool_and(replay_lsn >= pg_current_wal_lsn()) as all from pg_stat_replication',
        )
        return row?.all === true
      })
      await ask(pair.standby, `alter system set primary_conninfo = ''`)
      await ask(pair.standby, 'select pg_reload_conf()')
      const published = async () =>
        (await platforms.posts('bluesky')).map(({ text }) => text).filter((text) => texts.includes(text))
      await eventually('all are published', async () => (await published()).length === texts.length)
      await failOver(pair)

      const ready = async () => {
        const answer = await fetch(`${service.base}/readyz`).catch(() => null)
        return answer?.ok ? ((await answer.json()) as { held?: { message: string } }) : null
      }
      const held = await eventually('it is ready and held', async () => (await ready())?.held)
      assert.match(held.message, /taken over/)
      const { code, output } = await runCommand(['release'], service.data.env)
      assert.equal(code, 0, output)
      await untilAtRest(service, performance.now() + longestRest)
      assert.deepEqual((await published()).sort(), texts)
      const jobs = await allJobs(service.database)
      assert.deepEqual(
        jobs.filter(({ status }) => status !== 'completed' && status !== 'action_required'),
        [],
      )
      const { jobs: made } = (await who.ask('POST', '/post', { body: { message: 'After.', platforms: ['bluesky'] } }))
        .body
      await eventually('a new post is published', async () =>
        (await platforms.posts('bluesky')).some(({ text }) => text === 'After.'),
      )
      assert.equal(made.length, 1)
    })
  } finally {
    await pair.stop()
  }
})
