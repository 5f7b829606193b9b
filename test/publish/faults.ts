import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { hour } from '../../src/domain/time.ts'
import type { DatabaseKind } from '../../src/store/engine/database.ts'
import { limitConcurrency } from '../../src/system/limit-concurrency.ts'
import { onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { upload } from '../harness/posts.ts'
import {
  isAtRest,
  type Newcomer,
  type PlatformName,
  type PublishingInstance,
  startPublishing,
} from '../harness/publishing.ts'
import { png } from '../harness/small-media.ts'
import { film, largeFilm, longFilm } from '../media/fixtures.ts'
import { isInText } from '../platforms/shared/ways.ts'
import { casesOn, expected, type FaultCase, nameOf, placeOf, visibleMeanwhile, wayOf } from './fault-cases.ts'
import { type Body, look } from './seen.ts'

const files = { image: () => png, video: () => film('plain.mp4'), 'long video': longFilm, 'large video': largeFilm }
const types = { image: 'image/png', video: 'video/mp4', 'long video': 'video/mp4', 'large video': 'video/mp4' }

/** A post whose publishing uses the operation. */
async function bodyFor(one: FaultCase, who: Newcomer): Promise<Body> {
  const { operation, platform } = one
  const { media, message = (about) => about, options } = wayOf(one)
  const marker = `[[sandbox:${one.kind}]]`
  // A fault in a text affects everybody who sends that text.
  const about = message(`About ${operation}, ${one.kind}.`, who)
  return {
    message: operation === 'create' ? `${about} ${marker}` : about,
    ...(media && { media: [{ url: (await upload(who, files[media](), types[media])).publicUrl }] }),
    ...(operation === 'comment' && { comments_under_post: [`First. ${marker}`, 'Second.'] }),
    ...(options && { platform_options: { [platform]: options } }),
  }
}

/** The cases of one platform, whose suite has its own process, because everything is late on a busy machine. */
export function faultsOn(platform: PlatformName): void {
  onEachDatabase((kind) => meetFaults(platform, kind))
}

function meetFaults(platform: PlatformName, kind: DatabaseKind): void {
  const cases = casesOn(kind).filter((one) => one.platform === platform)
  const benches = new Map<string, PublishingInstance>()
  const people = new Map<FaultCase, Newcomer>()
  const lines = new Map<string, ReturnType<typeof limitConcurrency>>()
  const freely = limitConcurrency(6)

  before(async () => {
    for (const name of ['first', 'second']) benches.set(name, await startPublishing(kind))
    const connecting = limitConcurrency(4)
    const early = cases.filter((one) => !wayOf(one).connectsLate)
    await Promise.all(early.map((one) => connecting(async () => void people.set(one, await newcomerFor(one)))))
  })
  after(async () => {
    for (const bench of benches.values()) await bench.stop()
  })

  function benchOf(one: FaultCase): PublishingInstance {
    const bench = benches.get(placeOf(one).bench)
    assert.ok(bench)
    return bench
  }

  const newcomerFor = (one: FaultCase) => benchOf(one).newcomer(platform, wayOf(one).account)

  describe('one call meets one fault', { concurrency: true }, () => {
    for (const one of cases) {
      const { line: name } = placeOf(one)
      const own = name === null ? freely : (lines.get(name) ?? limitConcurrency(1))
      if (name !== null) lines.set(name, own)
      test(nameOf(one), () => own(() => run(one)))
    }
  })

  async function run(one: FaultCase): Promise<void> {
    const { operation } = one
    const bench = benchOf(one)
    const who = people.get(one) ?? (await newcomerFor(one))
    const body = await bodyFor(one, who)
    if (!isInText(one)) await bench.simulated.fault(platform, { operation, kind: one.kind })
    const { id, jobIds } = await who.post(body)
    const [jobId = 0] = jobIds
    if (one.ending === 'postponed') await dayPasses(bench, one, who, jobId)
    if (typeof one.ending === 'object' && 'unknown' in one.ending && one.ending.login === 'ended')
      await hourPasses(bench, who, jobId)
    const job = await bench.until('nothing is left to do', jobId, isAtRest)
    assert.deepEqual(await look(who, id, job, body), expected(one))
  }
}

/** In milliseconds. A day of the simulated platforms is longer, and all other pauses are shorter. */
const long = 10_000

/** Nothing is sent before the platform's limit ends; then its day is over. */
async function dayPasses(
  { rows, until }: PublishingInstance,
  one: FaultCase,
  who: Newcomer,
  jobId: number,
): Promise<void> {
  const { lane } = await until('the job waits', jobId, ({ due_at }) => (due_at ?? 0) > Date.now() + long)
  assert.equal((await who.published()).length, visibleMeanwhile(one))
  await rows.change((db) => db.updateTable('lanes').set({ paused_until: 0 }).where('key', '=', lane).execute())
  await rows.change((db) => db.updateTable('jobs').set({ due_at: Date.now() }).where('id', '=', jobId).execute())
}

/** How long an unreachable platform is retried. */
async function hourPasses({ rows, until }: PublishingInstance, who: Newcomer, jobId: number): Promise<void> {
  const isEnded = (status: string | undefined) => status === 'needs_reconnect'
  const account = rows.db.selectFrom('accounts').select('status').where('remote_id', '=', who.accountId)
  await eventually('it can’t be asked', async () => isEnded((await account.executeTakeFirst())?.status))
  await eventually('nobody asks any more', async () => {
    await rows.change((db) =>
      db
        .updateTable('steps')
        .set((e) => ({ doubt_since: e('doubt_since', '-', hour), started_at: e('started_at', '-', hour) }))
        .where('job_id', '=', jobId)
        .execute(),
    )
    const job = await until('there is a job', jobId, () => true)
    return job.status === 'action_required'
  })
}
