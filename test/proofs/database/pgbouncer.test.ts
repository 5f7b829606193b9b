import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type InstanceData, makeInstanceData } from '../../harness/database.ts'
import { launch, startProcess } from '../../harness/process.ts'
import { type AnyJson, jsonOf } from '../../harness/sandbox.ts'
import { startPooler } from '../../harness/servers/pooler.ts'
import { chanceOf } from '../crash/chance.ts'
import { startCrowd } from '../crash/crowd.ts'
import { gatherPeople } from '../crash/people.ts'
import { startPlatforms } from '../crash/platforms.ts'
import { randomPosts } from '../crash/random-posts.ts'
import { ledgerOf, tableOf, untilAtRest } from '../crash/run.ts'
import { startService } from '../crash/service.ts'
import { allJobs, wronglyTold } from '../crash/stored.ts'
import { judge } from '../crash/verdict.ts'

const scale = 6
const jobs = 200
const longestRest = (30 * 60_000) / scale

const server = (): string => process.env.TEST_DATABASE_URL ?? assert.fail('TEST_DATABASE_URL is not set')

const readyOf = async (base: string): Promise<AnyJson> => jsonOf(await fetch(`${base}/readyz`))

test('an API and two workers publish through PgBouncer in transaction mode, also when one is killed: nothing is lost, nothing published twice', async (t) => {
  const pooler = await startPooler(server())
  const platforms = await startPlatforms(scale)
  try {
    const service = await startService('postgres', platforms, { scale, workers: 2, server: pooler.url })
    try {
      const ready = await readyOf(service.base)
      assert.deepEqual([ready.connections, ready.due_work], ['pooler', 'polled'])
      const begun = performance.now()
      const crowd = startCrowd(service, randomPosts(await gatherPeople(service, platforms, 6), chanceOf(5)), jobs)
      try {
        while (crowd.accepted() < jobs / 2 && !crowd.hasStopped()) await sleep(50)
        const worker = service.members().find(({ role }) => role === 'worker')
        if (worker) await service.replace(worker)
        const sent = await crowd.done
        const last = performance.now()
        await untilAtRest(service, last + longestRest)
        const counts = judge({ sent, jobs: await allJobs(service.database), ledger: await ledgerOf(platforms) })
        assert.deepEqual(await wronglyTold(service.database), [])
        const seconds = Math.round((performance.now() - begun) / 1_000)
        t.diagnostic(tableOf({ counts, kills: 1, seconds, scaledSeconds: 0 }))
      } finally {
        crowd.stop()
        await Promise.allSettled([crowd.done])
      }
    } finally {
      await service.stop()
    }
  } finally {
    await platforms.stop()
    await pooler.stop()
  }
})

/** The same database with and without the pooler. */
async function withBoth(
  work: (instanceData: InstanceData, direct: string, pooled: string) => Promise<void>,
): Promise<void> {
  const instanceData = await makeInstanceData('postgres')
  const direct = instanceData.env.DATABASE_URL ?? ''
  const pooler = await startPooler(direct)
  try {
    await work(instanceData, direct, pooler.url)
  } finally {
    await pooler.stop()
    await instanceData.remove()
  }
}

test('behind PgBouncer a process is woken if it has the address without it, and says so at the start', () =>
  withBoth(async ({ env }, direct, pooled) => {
    const running = await startProcess('api', { ...env, DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct })
    try {
      const { connections, due_work } = await readyOf(running.base)
      assert.deepEqual([connections, due_work], ['pooler', 'notified'])
      assert.match(running.output(), /"connections":"pooler","due_work":"notified"/)
    } finally {
      await running.end('SIGKILL')
    }
  }))

test('behind PgBouncer the schema is a setting of the user: without it the start is refused and says how, with it the tables are there', () =>
  withBoth(async ({ env }, direct, pooled) => {
    const own = { ...env, DATABASE_URL: pooled, DATABASE_SCHEMA: 'social' }
    const refused = launch(['migrate'], own)
    assert.equal(await refused.ended, 1)
    assert.match(refused.output(), /alter role … in database … set search_path = social/)

    const client = new pg.Client({ connectionString: direct })
    await client.connect()
    try {
      const [{ user, database } = { user: '', database: '' }] = (
        await client.query<{ user: string; database: string }>(
          'select current_user as user, current_database() as database',
        )
      ).rows
      await client.query(`alter role ${user} in database ${database} set search_path = social`)
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}' and pid <> pg_backend_pid()`,
      )
      const migrated = launch(['migrate'], own)
      assert.equal(await migrated.ended, 0, migrated.output())
      const { rows } = await client.query(
        `select distinct schemaname from pg_tables where tablename in ('jobs', 'posts')`,
      )
      assert.deepEqual(rows, [{ schemaname: 'social' }])
    } finally {
      await client.end()
    }
  }))
