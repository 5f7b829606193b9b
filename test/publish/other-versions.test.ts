import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Updateable } from 'kysely'
import { jobFormat } from '../../src/domain/job-format.ts'
import type { Tables } from '../../src/store/tables.ts'
import { onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { isAtRest, type Newcomer, type PublishingInstance, startPublishing } from '../harness/publishing.ts'

const hour = 3_600_000

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind)
  })
  after(() => bench.stop())

  /** A job that waits for its time, as it is stored. */
  async function waiting(who: Newcomer, message: string): Promise<number> {
    const { jobIds } = await who.post({ message, scheduled_at: new Date(Date.now() + hour).toISOString() })
    return jobIds[0] ?? 0
  }

  const change = (id: number, columns: Updateable<Tables['jobs']>) =>
    bench.rows.change((db) => db.updateTable('jobs').set(columns).where('id', '=', id).execute())

  const rowOf = (id: number) =>
    bench.rows.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  const stepsOf = (id: number) => bench.rows.db.selectFrom('steps').selectAll().where('job_id', '=', id).execute()

  const warningsOf = async (who: Newcomer, id: number): Promise<string[]> => {
    const { status, body } = await who.ask('GET', `/jobs/${id}`)
    assert.equal(status, 200)
    return body.data.warnings.map(({ code }: { code: string }) => code)
  }

  /** By then, a worker has looked for due jobs. */
  async function othersArePublished(): Promise<void> {
    const other = await bench.newcomer('x')
    const { jobIds } = await other.post({ message: 'Of somebody else.' })
    assert.equal((await bench.until('it is published', jobIds[0] ?? 0, isAtRest)).status, 'completed')
  }

  test('a job that only a newer version can read waits for it, says so, and is published when that version is there', async () => {
    const who = await bench.newcomer('x')
    const id = await waiting(who, 'Of a newer version.')
    await change(id, { needs: jobFormat + 1, due_at: Date.now() })
    await othersArePublished()
    await othersArePublished()
    const { status, fence, attempts } = await rowOf(id)
    assert.deepEqual([status, fence, attempts], ['queued', 0, 0])
    assert.deepEqual(await warningsOf(who, id), ['update_needed'])
    await change(id, { needs: jobFormat })
    assert.equal((await bench.until('it is published', id, isAtRest)).status, 'completed')
    assert.deepEqual(await warningsOf(who, id), [])
    assert.equal((await who.published()).length, 1)
  })

  /** Values that a newer version may store and that this one cannot read. */
  const unreadable: Readonly<Record<string, Updateable<Tables['jobs']>>> = {
    'an unknown field of the content': { content: '{"shape":"of the future"}' },
    'an unknown status': { status: 'reviewed' },
    'a damaged plan': { plan: '[{"name":' },
  }

  for (const [what, columns] of Object.entries(unreadable))
    test(`${what}: a job in doubt stays in doubt, its account waits, and all other accounts go on`, async () => {
      const who = await bench.newcomer('x')
      const id = await waiting(who, `Unreadable: ${what}`)
      const { lane } = await rowOf(id)
      const step = { position: 0, status: 'begun', tries: 1, started_at: 1, doubt_since: null, finished_at: null }
      await bench.rows.change((db) =>
        db
          .insertInto('steps')
          .values({ ...step, job_id: id, saved: null, result: null })
          .execute(),
      )
      await bench.rows.change((db) =>
        db.updateTable('lanes').set({ held_by: id, held_until: 0 }).where('key', '=', lane).execute(),
      )
      await change(id, { status: 'processing', due_at: Date.now(), ...columns })
      const before = { ...(await rowOf(id)), needs: jobFormat }
      const steps = await stepsOf(id)
      await eventually('it is left to a newer version', async () => (await rowOf(id)).needs > jobFormat)
      await othersArePublished()
      const next = await who.post({ message: `After: ${what}` })
      await othersArePublished()
      assert.deepEqual({ ...(await rowOf(id)), needs: jobFormat }, before)
      assert.deepEqual(await stepsOf(id), steps)
      assert.equal((await rowOf(next.jobIds[0] ?? 0)).status, 'queued')
      assert.deepEqual(await who.published(), [])

      assert.deepEqual(await warningsOf(who, id), ['update_needed'])
      assert.equal((await who.ask('GET', '/posts')).status, 200)
      const cancelled = await who.ask('POST', `/jobs/${id}/cancel`)
      assert.equal(cancelled.status, 409, cancelled.text)
    })

  test('a published job whose comments a newer version has planned stays completed', async () => {
    const who = await bench.newcomer('x')
    const { jobIds } = await who.post({ message: 'Published.' })
    const id = jobIds[0] ?? 0
    const done = await bench.until('it is published', id, isAtRest)
    const plan = [...JSON.parse(done.plan ?? '[]'), { name: 'later', action: 'of-the-future', input: null }]
    await change(id, { plan: JSON.stringify(plan), due_at: Date.now() })
    await eventually('it is left to a newer version', async () => (await rowOf(id)).needs > jobFormat)
    await othersArePublished()
    const { status, error, platform_post_id } = await rowOf(id)
    assert.deepEqual([status, error, platform_post_id], ['completed', null, done.platform_post_id])
    assert.equal((await who.published()).length, 1)
  })

  test('a job of a post that this version can read ends, though another job of the post is unreadable', async () => {
    const who = await bench.newcomer('x')
    const { jobIds, id: postId } = await who.post({
      message: 'One of two.',
      scheduled_at: new Date(Date.now() + hour).toISOString(),
    })
    const id = jobIds[0] ?? 0
    const { id: _, ...twin } = await rowOf(id)
    const other = id + 1_000_000
    await bench.rows.change((db) =>
      db
        .insertInto('jobs')
        .values({
          ...twin,
          id: other,
          needs: jobFormat + 1,
          status: 'reviewed',
          lane: `${twin.lane}-other`,
          due_at: null,
        })
        .execute(),
    )
    await change(id, { due_at: Date.now() })
    assert.equal((await bench.until('it is published', id, isAtRest)).status, 'completed')
    const { body } = await who.ask('GET', `/posts/${postId}`)
    assert.equal(body.data.status, 'processing')
    assert.equal((await rowOf(other)).status, 'reviewed')
  })
})
