import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import type { CreatedPost } from '../harness/posts.ts'
import { isAtRest, type Newcomer, type PublishingInstance, startPublishing } from '../harness/publishing.ts'
import { type CreateHook, withCreateHook } from './create-hook.ts'

onEachDatabase((kind) => {
  let bench: PublishingInstance
  let hook: CreateHook = async (_, handle) => handle()

  before(async () => {
    bench = await startPublishing(kind, { change: withCreateHook((...given) => hook(...given)) })
  })
  after(() => bench.stop())

  /**
   * Publishes, and lets all calls return at the same time. The end of one other post can't be stored until they have
   * returned, so they wait, and are stored together.
   */
  async function endTogether(
    publish: () => Promise<readonly [Newcomer, CreatedPost][]>,
    meanwhile: () => Promise<void> = async () => {},
  ): Promise<readonly CreatedPost[]> {
    let go = () => {}
    const going = new Promise<void>((resolve) => (go = resolve))
    let calls = 0
    hook = async (_, handle) => {
      calls += 1
      await going
      return handle()
    }
    const blocked = await bench.newcomer('x')
    const first = await blocked.post({ message: 'Cannot be stored for a while.' })
    const made = await publish()
    const count = made.flatMap(([, { jobIds }]) => jobIds).length + 1
    await eventually('all are called', () => calls === count)
    await meanwhile()
    await bench.rows.change((db) =>
      db.transaction().execute(async (tx) => {
        await tx.updateTable('posts').set({ updated_at: 0 }).where('id', '=', first.id).execute()
        go()
        for (const [who] of [...made, [blocked] as const])
          await eventually('it is published', async () => (await who.published()).length > 0)
        await sleep(100)
      }),
    )
    await bench.until('it has ended', first.jobIds[0] ?? 0, isAtRest)
    return made.map(([, post]) => post)
  }

  test('of posts that end together, one that another worker has taken over is left to it, and the others are completed', async () => {
    const people = await Promise.all([1, 2, 3].map(() => bench.newcomer('x')))
    let taken: CreatedPost | undefined
    const posts = await endTogether(
      async () => {
        const made = await Promise.all(
          people.map(async (who) => [who, await who.post({ message: 'Together.' })] satisfies [Newcomer, CreatedPost]),
        )
        taken = made[1]?.[1]
        return made
      },
      () =>
        bench.rows.change((db) =>
          db
            .updateTable('jobs')
            .set((e) => ({ fence: e('fence', '+', 1), due_at: Date.now() + 600_000 }))
            .where('post_id', '=', taken?.id ?? 0)
            .execute(),
        ),
    )
    const others = posts.filter(({ id }) => id !== taken?.id)
    for (const { jobIds } of others)
      assert.equal((await bench.until('it has ended', jobIds[0] ?? 0, isAtRest)).status, 'completed')
    const [jobId = 0] = taken?.jobIds ?? []
    assert.equal((await bench.until('it is there', jobId, () => true)).status, 'processing')
    const steps = await bench.rows.db.selectFrom('steps').select('status').where('job_id', '=', jobId).execute()
    assert.deepEqual(
      steps.map(({ status }) => status),
      ['begun'],
    )
    const measured = await bench.rows.db
      .selectFrom('measured_posts')
      .select('job_id')
      .where(
        'job_id',
        'in',
        posts.flatMap(({ jobIds }) => jobIds),
      )
      .orderBy('job_id')
      .execute()
    assert.deepEqual(
      measured.map(({ job_id }) => job_id),
      others.flatMap(({ jobIds }) => jobIds).sort((one, other) => one - other),
    )
    await bench.rows.change((db) =>
      db.updateTable('jobs').set({ due_at: Date.now() }).where('id', '=', jobId).execute(),
    )
    assert.equal((await bench.until('it has ended', jobId, isAtRest)).status, 'completed')
    for (const who of people) assert.equal((await who.published()).length, 1)
  })

  test('two jobs of one post that end together give one change of its status and one event', async () => {
    const who = await bench.newcomer('x')
    await bench.simulated.connect(who.ask, 'bluesky', who.name)
    const [post] = await endTogether(async () => [
      [who, await who.post({ message: 'On both.', platforms: ['x', 'bluesky'] })],
    ])
    assert.ok(post)
    for (const id of post.jobIds) assert.equal((await bench.until('it has ended', id, isAtRest)).status, 'completed')
    const ends = (await who.events()).filter(({ postId }) => postId === post.id)
    assert.deepEqual(
      ends.map(({ name }) => name),
      ['post.published'],
    )
    const changes = await bench.rows.db
      .selectFrom('status_log')
      .select('status')
      .where('post_id', '=', post.id)
      .where('kind', '=', 'post')
      .orderBy('id')
      .execute()
    assert.deepEqual(
      changes.map(({ status }) => status),
      ['queued', 'processing', 'successful'],
    )
  })
})
