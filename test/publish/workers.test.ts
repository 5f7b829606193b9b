import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { takeIds } from '../../src/store/engine/ids.ts'
import { onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { startMediaInstance } from '../harness/media.ts'
import { inDays } from '../harness/posts.ts'
import { isAtRest, type PublishingInstance, startPublishing } from '../harness/publishing.ts'

const apiAlone = { api: true, worker: false }
const everything = { api: true, worker: true }

onEachDatabase((kind) => {
  async function bench(t: TestContext, options: Parameters<typeof startPublishing>[1]): Promise<PublishingInstance> {
    const started = await startPublishing(kind, options)
    t.after(() => started.stop())
    return started
  }

  test('a user with 2,000 due posts on 40 accounts does not delay a user with one', async (t) => {
    const { instance, rows, simulated, ...own } = await bench(t, { scale: 1, roles: apiAlone })
    const user = await instance.newUser()
    const ids: number[] = []
    for (let index = 0; index < 40; index += 1) {
      const { body } = await user.ask('POST', '/profiles', { body: { name: `Profile ${index}` } })
      const { profile_id } = body.data
      await simulated.connect(user.ask, 'x', `busy${index}`, profile_id)
      const post = { message: `Busy ${index}.`, platforms: ['x'], profile_id }
      ids.push((await user.ask('POST', '/post', { body: post })).body.post_id)
    }
    await multiply(rows, ids, 50)
    const who = await own.newcomer('x')
    const { jobIds } = await who.post({ message: 'The only one.' })
    await own.restart(everything)
    const lone = await own.until('the only one is published', jobIds[0] ?? 0, isAtRest)
    const before = await rows.db
      .selectFrom('jobs')
      .select((e) => e.fn.countAll().as('count'))
      .where('user_id', '=', user.id)
      .where('finished_at', '<=', Number(lone.finished_at))
      .executeTakeFirstOrThrow()
    assert.ok(Number(before.count) < 200, `${before.count} of the others were before it`)
  })

  test('a job that no worker starts shows in the metrics, and is reported as late once when a worker comes', async (t) => {
    const own = await bench(t, { scale: 120, roles: apiAlone })
    const who = await own.newcomer('x')
    const { id, jobIds } = await who.post({ message: 'Waiting.' })
    const overdue = async () => {
      const ready = await fetch(`${own.instance.base}/readyz`)
      const metrics = await (await fetch(`${own.instance.base}/metrics`)).text()
      const [, measured] = /^polypost_oldest_overdue_job_seconds (\S+)$/m.exec(metrics) ?? []
      // biome-ignore lint/suspicious/noExplicitAny: tests read any part of a response.
      return { ready: ((await ready.json()) as any).oldest_overdue_job_seconds, measured: Number(measured) }
    }
    // A minute of this instance takes half a second. The metrics may be older than the probe.
    await eventually('it is overdue', async () => {
      const { ready, measured } = await overdue()
      return ready > 1 && measured > 1
    })
    assert.deepEqual(await who.events(), [])

    await own.restart(everything)
    await own.until('it is published', jobIds[0] ?? 0, isAtRest)
    assert.equal((await overdue()).ready, 0)
    assert.deepEqual(
      (await who.events()).map(({ name, data, postId }) => [name, data.status, postId]),
      [
        ['post.delayed', 'queued', id],
        ['post.published', 'completed', id],
      ],
    )
  })

  test('a post starts when it is accepted, not at the next poll, even with a worker in another process', async (t) => {
    const one = await bench(t, { scale: 1, roles: kind === 'postgres' ? apiAlone : everything })
    if (kind === 'postgres') {
      const { env } = one.instance.data
      const other = await startMediaInstance(kind, { env: { ...one.simulated.env, ...env }, data: one.instance.data })
      t.after(() => other.stop())
    }
    const who = await one.newcomer('x')
    const begun = async (jobId: number) => {
      const { started_at, scheduled_for } = await one.until('it is published', jobId, isAtRest)
      return Number(started_at) - scheduled_for
    }
    let told = 0
    let found = 0
    for (const round of [1, 2, 3]) {
      const [toldId = 0] = (await who.post({ message: `Told ${round}.` })).jobIds
      told += await begun(toldId)
      // No notification reports when this one is due, so a poll finds it.
      const [foundId = 0] = (await who.post({ message: `Found ${round}.`, scheduled_at: inDays(1) })).jobIds
      await sleep(100)
      const now = Date.now()
      await one.rows.change((db) =>
        db.updateTable('jobs').set({ due_at: now, scheduled_for: now }).where('id', '=', foundId).execute(),
      )
      found += await begun(foundId)
    }
    assert.ok(told < found / 3, `${told} ms where it was told, ${found} ms where it was found`)
  })
})

/** Creates this number of posts each, all due, without as many requests. */
async function multiply(
  { db, change }: PublishingInstance['rows'],
  ids: readonly number[],
  times: number,
): Promise<void> {
  const posts = await db.selectFrom('posts').selectAll().where('id', 'in', ids).execute()
  const jobs = await db.selectFrom('jobs').selectAll().where('post_id', 'in', ids).execute()
  for (let round = 1; round < times; round += 1) {
    const all = [...posts, ...jobs].map(({ id }) => id)
    const made = await db.transaction().execute((tx) => takeIds(tx, all.length))
    const idOf = (id: number) => made[all.indexOf(id)] ?? 0
    const copies = posts.map((post) => ({ ...post, id: idOf(post.id), batch_id: `${post.batch_id} ${round}` }))
    const content = (job: (typeof jobs)[number]) => job.content.replace('Busy', `Busy ${round}`)
    await change((on) => on.insertInto('posts').values(copies).execute())
    await change((on) =>
      on
        .insertInto('jobs')
        .values(jobs.map((job) => ({ ...job, id: idOf(job.id), post_id: idOf(job.post_id), content: content(job) })))
        .execute(),
    )
  }
}
