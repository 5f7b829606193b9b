import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { line } from '../harness/lines.ts'
import { upload } from '../harness/posts.ts'
import { isAtRest, type Newcomer, type Publishing, startPublishing } from '../harness/publishing.ts'
import { png } from '../harness/small-media.ts'
import { film } from '../media/fixtures.ts'
import {
  expected,
  type FaultCase,
  faultCases,
  isInText,
  nameOf,
  needsVideo,
  placeOf,
  visibleMeanwhile,
} from './fault-cases.ts'
import { type Body, look } from './seen.ts'

/** A post whose publishing comes by the operation. */
async function bodyFor(one: FaultCase, who: Newcomer): Promise<Body> {
  const { operation } = one
  // What a text carries is met by whoever sends that text.
  const message = `About ${operation}, ${one.kind}.`
  const marker = `[[sandbox:${one.kind}]]`
  const media = async (bytes: Buffer, type: string) => [{ url: (await upload(who, bytes, type)).publicUrl }]
  if (needsVideo(one)) return { message, media: await media(film('plain.mp4'), 'video/mp4') }
  if (operation === 'upload') return { message, media: await media(png, 'image/png') }
  if (operation === 'account') return { message: `About @${who.username}.` }
  if (operation === 'token') return { message: `${message} [[sandbox:token_expired]]` }
  if (operation === 'read') return { message: `${message} [[sandbox:server_error_after]]` }
  if (operation === 'create') return { message: `${message} ${marker}` }
  return { message, comments_under_post: [`First. ${marker}`, 'Second.'] }
}

onEachDatabase((kind) => {
  const benches = new Map<string, Publishing>()
  const people = new Map<FaultCase, Newcomer>()
  const lines = new Map<string, ReturnType<typeof line>>()
  const freely = line(6)

  before(async () => {
    for (const name of ['first', 'second']) benches.set(name, await startPublishing(kind))
    const connecting = line(4)
    const connect = async (one: FaultCase) => void people.set(one, await benchOf(one).newcomer(one.platform))
    await Promise.all(faultCases.map((one) => connecting(() => connect(one))))
  })
  after(async () => {
    for (const bench of benches.values()) await bench.stop()
  })

  function benchOf(one: FaultCase): Publishing {
    const bench = benches.get(placeOf(one).bench)
    assert.ok(bench)
    return bench
  }

  describe('one call meets one fault', { concurrency: true }, () => {
    for (const one of faultCases) {
      const { line: name } = placeOf(one)
      const own = name === null ? freely : (lines.get(name) ?? line())
      if (name !== null) lines.set(name, own)
      test(nameOf(one), () => own(() => run(one)))
    }
  })

  async function run(one: FaultCase): Promise<void> {
    const { platform, operation } = one
    const bench = benchOf(one)
    const who = people.get(one)
    assert.ok(who)
    const body = await bodyFor(one, who)
    if (!isInText(one)) await bench.simulated.fault(platform, { operation, kind: one.kind })
    const { id, jobIds } = await who.post(body)
    const [jobId = 0] = jobIds
    if (one.ending === 'postponed') await dayPasses(bench, one, who, jobId)
    if (typeof one.ending === 'object' && 'unknown' in one.ending) await hourPasses(bench, who, jobId)
    const job = await bench.until('nothing is left to do', jobId, isAtRest)
    assert.deepEqual(await look(who, id, job, body), expected(one))
  }
})

/** In milliseconds. A day of the simulated platforms is longer, and whatever else they ask for is shorter. */
const long = 10_000

/** Nothing is sent as long as the platform wants nothing; then its day is over. */
async function dayPasses({ rows, until }: Publishing, one: FaultCase, who: Newcomer, jobId: number): Promise<void> {
  const { lane } = await until('the job waits', jobId, ({ due_at }) => (due_at ?? 0) > Date.now() + long)
  assert.equal((await who.published()).length, visibleMeanwhile(one))
  await rows.change((db) => db.updateTable('lanes').set({ paused_until: 0 }).where('key', '=', lane).execute())
  await rows.change((db) => db.updateTable('jobs').set({ due_at: Date.now() }).where('id', '=', jobId).execute())
}

const hour = 3_600_000

/** So long a platform is asked that can't be asked just now. */
async function hourPasses({ rows, until }: Publishing, who: Newcomer, jobId: number): Promise<void> {
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
