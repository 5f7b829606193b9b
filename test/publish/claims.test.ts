import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { isAtRest, type Job, type PublishingInstance, startPublishing } from '../harness/publishing.ts'
import { type CreateHook, withCreateHook } from './create-hook.ts'

onEachDatabase((kind) => {
  let bench: PublishingInstance
  let hook: CreateHook = async (_, handle) => handle()

  before(async () => {
    bench = await startPublishing(kind, { change: withCreateHook((...given) => hook(...given)) })
  })
  after(() => bench.stop())

  for (const platform of ['bluesky', 'x'] as const)
    test(`${platform}: one post of an account is published at a time, also while some are in doubt`, async () => {
      const people = await Promise.all([1, 2, 3].map(() => bench.newcomer(platform)))
      const onTheWay = new Map<string, number>()
      const tooMany: string[] = []
      hook = async ({ headers: { authorization = '' } }, handle) => {
        const count = (onTheWay.get(authorization) ?? 0) + 1
        onTheWay.set(authorization, count)
        if (count > 1) tooMany.push(authorization)
        await sleep(10)
        const reply = await handle()
        onTheWay.set(authorization, (onTheWay.get(authorization) ?? 1) - 1)
        return reply
      }
      // Some of them are in doubt for a while, and are checked.
      const texts = Array.from({ length: 12 }, (_, index) => `${index}${index % 4 === 0 ? ' [[sandbox:reset]]' : ''}`)
      const made = await Promise.all(
        people.flatMap((who) => texts.map((text) => who.post({ message: `${who.accountId} ${text}` }))),
      )
      for (const { jobIds } of made) await bench.until('it is published', jobIds[0] ?? 0, isAtRest)
      assert.deepEqual(tooMany, [])
      for (const who of people) assert.equal((await who.published()).length, texts.length)
    })

  test('an account on a slow platform delays no other', async () => {
    const [slow, other] = [await bench.newcomer('x'), await bench.newcomer('x')]
    const held = hold()
    hook = held.hook
    const { jobIds } = await slow.post({ message: 'Slow.' })
    await held.come
    assert.equal((await published(other)).status, 'completed')
    assert.deepEqual(await slow.published(), [])
    held.go()
    await bench.until('it is published', jobIds[0] ?? 0, isAtRest)
    assert.equal((await slow.published()).length, 1)
  })

  test('a worker that has lost its lease writes nothing; the next worker finds what was published', async () => {
    const who = await bench.newcomer('x')
    const held = hold()
    hook = held.hook
    const { id, jobIds } = await who.post({ message: 'Taken away.' })
    const [jobId = 0] = jobIds
    await held.come
    // As another worker claims the job, because the first one was silent for too long.
    await bench.rows.change((db) =>
      db
        .updateTable('jobs')
        .set((e) => ({ fence: e('fence', '+', 1), due_at: Date.now() + 60_000 }))
        .where('id', '=', jobId)
        .execute(),
    )
    const stepsOf = () => bench.rows.db.selectFrom('steps').selectAll().where('job_id', '=', jobId).execute()
    const before = { job: await bench.until('it is there', jobId, () => true), steps: await stepsOf() }
    assert.deepEqual([before.job.status, before.steps.map(({ status }) => status)], ['processing', ['begun']])
    held.go()
    await eventually('the platform has it', async () => (await who.published()).length === 1)
    // The first worker has certainly read the response when the next post of another account is published.
    await published(await bench.newcomer('x'))
    assert.deepEqual({ job: await bench.until('it is there', jobId, () => true), steps: await stepsOf() }, before)

    await bench.rows.change((db) =>
      db.updateTable('jobs').set({ due_at: Date.now() }).where('id', '=', jobId).execute(),
    )
    const job = await bench.until('it has ended', jobId, isAtRest)
    assert.equal(job.status, 'completed')
    assert.deepEqual(
      (await who.published()).map((post) => post.id),
      [job.platform_post_id],
    )
    assert.deepEqual(names(await who.events(), id), ['post.published'])
  })

  async function published(who: Awaited<ReturnType<PublishingInstance['newcomer']>>): Promise<Job> {
    const { jobIds } = await who.post({ message: `By ${who.accountId}.` })
    return bench.until('it is published', jobIds[0] ?? 0, isAtRest)
  }

  // test/queue/loop.test.ts shows that a loop that is stopping claims nothing.
  test('a stop lets running posts finish', async (t) => {
    const held = hold()
    const own = await startPublishing(kind, { change: withCreateHook(held.hook) })
    t.after(() => {
      held.go()
      return own.stop()
    })
    const who = await own.newcomer('x')
    const made = [await who.post({ message: 'First.' })]
    await held.come
    for (const message of ['Second.', 'Third.']) made.push(await who.post({ message }))
    const stopped = own.restart({ api: true, worker: false })
    await eventually('it is stopping', () =>
      fetch(`${own.instance.base}/healthz`).then(
        () => false,
        () => true,
      ),
    )
    held.go()
    await stopped
    const jobs = await Promise.all(made.map(({ jobIds }) => own.until('it is there', jobIds[0] ?? 0, () => true)))
    assert.equal(jobs[0]?.status, 'completed')
    // Those behind it may have started before the worker stopped; then they have ended.
    for (const { status } of jobs) assert.ok(['completed', 'queued'].includes(status), status)
    assert.equal((await who.published()).length, jobs.filter(({ status }) => status === 'completed').length)
  })
})

/** Holds the first call until it is released; other calls pass. */
function hold() {
  let come = () => {}
  let go = () => {}
  const coming = new Promise<void>((resolve) => (come = resolve))
  const going = new Promise<void>((resolve) => (go = resolve))
  let first = true
  const hook: CreateHook = async (_, handle) => {
    if (!first) return handle()
    first = false
    come()
    await going
    return handle()
  }
  return { hook, come: coming, go: () => go() }
}

const names = (events: readonly { name: string; postId: number | null }[], postId: number): string[] =>
  events.filter((event) => event.postId === postId).map(({ name }) => name)
