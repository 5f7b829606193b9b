import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { unpackVersion } from '../../harness/other-version.ts'
import { main as ownMain } from '../../harness/process.ts'
import { chanceOf } from '../crash/chance.ts'
import { type Crowd, startCrowd } from '../crash/crowd.ts'
import { gatherPeople } from '../crash/people.ts'
import { startPlatforms } from '../crash/platforms.ts'
import { randomPosts } from '../crash/random-posts.ts'
import { ledgerOf, tableOf, untilAtRest } from '../crash/run.ts'
import { type Service, startService } from '../crash/service.ts'
import { allJobs, wronglyTold } from '../crash/stored.ts'
import { judge } from '../crash/verdict.ts'

/** The last version whose workers know nothing of the formats of jobs. It does not start on a newer database. */
const beforeFormats = 'bf59bf05c106b083a728a78e9e5cd6a762eba410'
/** The first version that starts on a database that a newer one has migrated. */
const withFormats = 'cd5ea02dbf2608752330e80d9d33045ea5c28620'

const scale = 6
const jobs = 600
const seed = 7
const longestRest = (30 * 60_000) / scale
const glance = 50 // milliseconds

test('workers of several versions on one database, updated and taken back under load: nothing is lost, nothing published twice', async (t) => {
  const [oldest, older] = [unpackVersion(beforeFormats), unpackVersion(withFormats)]
  const platforms = await startPlatforms(scale)
  t.after(() => {
    oldest.remove()
    older.remove()
  })
  const service = await startService('postgres', platforms, { scale, workers: 2, main: oldest.main })
  try {
    const begun = performance.now()
    const people = await gatherPeople(service, platforms, 8)
    const crowd = startCrowd(service, randomPosts(people, chanceOf(seed)), jobs)
    const until = (share: number) => untilAccepted(crowd, service, share * jobs)
    try {
      await until(0.15)
      // It migrates the database while the older version works on it.
      service.add('worker')
      await until(0.3)
      await replace(service, { role: 'worker', from: oldest.main, to: ownMain, signal: 'SIGKILL' })
      await until(0.4)
      await replace(service, { role: 'api', from: oldest.main, to: ownMain, signal: 'SIGTERM' })
      await until(0.5)
      await replace(service, { role: 'worker', from: oldest.main, to: ownMain, signal: 'SIGTERM' })
      await until(0.65)
      // Back again: to a version that is older than the database.
      service.add('worker', older.main)
      await until(0.75)
      await replace(service, { role: 'worker', from: ownMain, to: older.main, signal: 'SIGKILL' })
      await replace(service, { role: 'api', from: ownMain, to: older.main, signal: 'SIGKILL' })
      await until(0.9)
      await replace(service, { role: 'worker', from: older.main, to: ownMain, signal: 'SIGKILL' })
      const sent = await crowd.done
      const last = performance.now()
      await untilAtRest(service, last + longestRest)
      assertNoneEnded(service)
      const counts = judge({ sent, jobs: await allJobs(service.database), ledger: await ledgerOf(platforms) })
      assert.deepEqual(await wronglyTold(service.database), [])
      const seconds = (from: number) => Math.round((performance.now() - from) / 1_000)
      t.diagnostic(tableOf({ counts, kills: 4, seconds: seconds(begun), scaledSeconds: seconds(last) * scale }))
    } finally {
      crowd.stop()
      await Promise.allSettled([crowd.done])
    }
  } finally {
    await service.stop()
    await platforms.stop()
  }
})

async function untilAccepted(crowd: Crowd, service: Service, count: number): Promise<void> {
  while (crowd.accepted() < count && !crowd.hasStopped()) {
    assertNoneEnded(service)
    await sleep(glance)
  }
}

/** As a supervisor does in an update: one process of another version for one of this. */
async function replace(
  service: Service,
  { role, from, to, signal }: { role: 'api' | 'worker'; from: string; to: string; signal: NodeJS.Signals },
): Promise<void> {
  const member = service.members().find((one) => one.role === role && one.main === from)
  assert.ok(member, `no ${role} of that version is running`)
  await service.remove(member, signal)
  service.add(role, to)
}

function assertNoneEnded(service: Service): void {
  for (const { role, main, hasEnded, output } of service.members())
    assert.ok(!hasEnded(), `the ${role} of ${main} ended by itself:\n${output()}`)
}
