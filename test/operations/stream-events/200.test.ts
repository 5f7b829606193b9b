import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { type EventReader, readEvents, type StreamEvent } from '../../harness/event-stream.ts'
import { type Instance, startInstance, type User } from '../../harness/instance.ts'
import {
  connectOnce,
  createPost,
  inDays,
  jobIn,
  newPublisher,
  readPost,
  schedulePost,
  startAccepting,
} from '../../harness/posts.ts'
import { openRows, type Rows } from '../../harness/rows.ts'

/** Each event in a few words. */
const inWords = (events: readonly StreamEvent[]): string[] =>
  events.map(({ event, data }) => `${event} ${data.job_id ?? data.post_id} ${data.status}`)

onEachDatabase((kind) => {
  let instance: Instance
  let rows: Rows
  const env = { POLYPOST_TIME_SCALE: '20' }
  const readers: EventReader[] = []

  before(async () => {
    instance = await startAccepting(kind, env)
    rows = await openRows(instance.data)
  })
  after(async () => {
    for (const reader of readers) reader.drop()
    await rows.close()
    await instance.stop()
  })

  async function follow({ key }: User, lastEventId?: number | string, at = instance): Promise<EventReader> {
    const reader = await readEvents(
      at.base,
      key,
      lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) },
    )
    readers.push(reader)
    return reader
  }

  const setStatus = (id: number, status: string) =>
    rows.change((db) => db.updateTable('jobs').set({ status }).where('id', '=', id).execute())

  test('a post and its jobs are reported as a read returns them, each with a higher ID than the one before', async () => {
    const user = await newPublisher(instance)
    const reader = await follow(user)
    const now = await createPost(user, { platforms: ['twitter', 'bluesky'] })
    const later = await schedulePost(user, { platforms: ['x'] })
    const events = await reader.until(5)
    assert.deepEqual(inWords(events), [
      `post ${now.id} queued`,
      ...now.jobIds.map((id) => `job ${id} queued`),
      `post ${later.id} scheduled`,
      `job ${later.jobIds[0]} queued`,
    ])
    assert.equal((await readPost(user, later.id)).status, 'scheduled')
    const [first, job] = events
    assert.deepEqual([first?.data.batch_id, job?.data.batch_id], [now.batchId, now.batchId])
    assert.deepEqual([job?.data.post_id, job?.data.platform], [now.id, 'twitter'])
    for (const [at, { id }] of events.entries()) assert.ok(at === 0 || id > (events[at - 1]?.id ?? 0))
  })

  test('every new status of a job is reported once, and a write that changes nothing is not reported', async () => {
    const user = await newPublisher(instance, { platforms: ['x'] })
    const { id, jobIds } = await schedulePost(user, { platforms: ['x'] })
    const [job = 0] = jobIds
    const reader = await follow(user)
    await rows.change((db) => db.updateTable('jobs').set(jobIn.processing()).where('id', '=', job).execute())
    for (const status of ['processing', 'retrying', 'processing', 'completed']) await setStatus(job, status)
    await rows.change((db) => db.updateTable('jobs').set({ attempts: 3 }).where('id', '=', job).execute())
    for (const status of ['queued', 'processing', 'processing', 'successful'])
      await rows.change((db) => db.updateTable('posts').set({ status }).where('id', '=', id).execute())
    assert.deepEqual(inWords(await reader.until(6)), [
      `job ${job} processing`,
      `job ${job} retrying`,
      `job ${job} processing`,
      `job ${job} completed`,
      `post ${id} processing`,
      `post ${id} successful`,
    ])
  })

  test('an edited schedule, a cancelled job and a deleted post are reported', async () => {
    const user = await newPublisher(instance, { platforms: ['x'] })
    const [edited, deleted] = [
      await schedulePost(user, { platforms: ['x'] }),
      await schedulePost(user, { platforms: ['x'] }),
    ]
    const reader = await follow(user)
    const edit = async (revision: number, change: object) => {
      const { status, text } = await user.ask('PATCH', `/posts/${edited.id}`, {
        body: { expected_revision: revision, ...change },
      })
      assert.equal(status, 200, text)
    }
    await edit(1, { scheduled_at: inDays(2) })
    await edit(2, { scheduled_at: null })
    await edit(3, { scheduled_at: inDays(1) })
    await user.ask('POST', `/jobs/${edited.jobIds[0]}/cancel`)
    await user.ask('DELETE', `/posts/${deleted.id}`)
    assert.deepEqual(
      new Set(inWords(await reader.until(6))),
      new Set([
        `post ${edited.id} queued`,
        `post ${edited.id} scheduled`,
        `job ${edited.jobIds[0]} cancelled`,
        `post ${edited.id} cancelled`,
        `job ${deleted.jobIds[0]} cancelled`,
        `post ${deleted.id} cancelled`,
      ]),
    )
  })

  test('without Last-Event-ID a stream starts now; with it, after that event, without gaps or repeats', async () => {
    const user = await newPublisher(instance, { platforms: ['x'] })
    const one = () => schedulePost(user, { platforms: ['x'] })
    await one()
    const reader = await follow(user)
    const posts = [await one(), await one()]
    const seen = [...(await reader.until(3)).slice(0, 3)]
    reader.drop()
    for (let count = 0; count < 3; count++) posts.push(await one())
    const again = await follow(user, seen.at(-1)?.id)
    posts.push(await one())
    const told = [...seen, ...(await again.until(posts.length * 2 - seen.length))]
    assert.deepEqual(
      inWords(told),
      posts.flatMap(({ id, jobIds }) => [`post ${id} scheduled`, `job ${jobIds[0]} queued`]),
    )
  })

  test('a stream without any event so far can still be resumed', async () => {
    const user = await newPublisher(instance, { platforms: ['x'] })
    const reader = await follow(user)
    reader.drop()
    const { id } = await schedulePost(user, { platforms: ['x'] })
    const again = await follow(user, reader.lastId())
    assert.equal((await again.until(2))[0]?.data.post_id, id)
  })

  test('more than a page of missed changes arrives complete and in order', async () => {
    const user = await newPublisher(instance, { platforms: ['x'] })
    const { jobIds } = await schedulePost(user, { platforms: ['x'] })
    const reader = await follow(user)
    const count = 2_500
    const begin = reader.lastId()
    reader.drop()
    const missed = await withMany(user.id, jobIds[0] ?? 0, count)
    const again = await follow(user, begin)
    const told = await again.until(count)
    assert.deepEqual(
      told.map(({ data }) => Date.parse(data.at)),
      missed,
    )
    const ids = told.map(({ id }) => id)
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
    )
    assert.equal(new Set(ids).size, count)
  })

  /** Changes as the database would have logged them; returns their times. */
  async function withMany(userId: number, jobId: number, count: number): Promise<number[]> {
    const job = await rows.db.selectFrom('jobs').selectAll().where('id', '=', jobId).executeTakeFirstOrThrow()
    const times = Array.from({ length: count }, (_, at) => Date.now() + at)
    for (let from = 0; from < count; from += 500)
      await rows.change((db) =>
        db
          .insertInto('status_log')
          .values(
            times.slice(from, from + 500).map((at) => ({
              user_id: userId,
              kind: 'job',
              post_id: job.post_id,
              job_id: job.id,
              status: 'processing',
              at,
            })),
          )
          .execute(),
      )
    return times
  }

  test('no user gets another user’s events', async () => {
    const [user, other] = [await newPublisher(instance), await newPublisher(instance)]
    const readers = [await follow(user), await follow(user, 0), await follow(other)]
    await schedulePost(other, { platforms: ['x'] })
    const { id } = await schedulePost(user, { platforms: ['x'] })
    for (const reader of readers.slice(0, 2))
      assert.deepEqual(new Set((await reader.until(2)).map(({ data }) => data.post_id)), new Set([id]))
    assert.ok((await readers[2]?.until(2))?.every(({ data }) => data.post_id !== id))
  })

  test('an ID that is no longer stored, or was never issued, gets a reset and then new events', async () => {
    const user = await newPublisher(instance, { platforms: ['x'] })
    const reader = await follow(user)
    await schedulePost(user, { platforms: ['x'] })
    const [first] = await reader.until(2)
    await rows.change((db) =>
      db
        .deleteFrom('status_log')
        .where('position', '<=', first?.id ?? 0)
        .execute(),
    )
    const before = (first?.id ?? 0) - 1
    for (const id of [before, 999_999_999_999_999]) {
      const again = await follow(user, id)
      const [reset] = await again.until(1)
      assert.deepEqual([reset?.event, reset?.data], ['reset', {}])
      const next = await schedulePost(user, { platforms: ['x'] })
      assert.deepEqual(inWords((await again.until(3)).slice(1)), [
        `post ${next.id} scheduled`,
        `job ${next.jobIds[0]} queued`,
      ])
      assert.ok((again.events[1]?.id ?? 0) > (reset?.id ?? 0))
    }
    const kept = await follow(user, first?.id)
    assert.equal((await kept.until(1))[0]?.event, 'job')
  })

  if (kind === 'postgres') {
    test('a change that is committed after a later one is not lost', async () => {
      const user = await newPublisher(instance)
      const { jobIds } = await schedulePost(user)
      const [early = 0, late = 0] = jobIds
      const reader = await follow(user)
      const held = await rows.db.startTransaction().execute()
      await held.updateTable('jobs').set({ status: 'processing' }).where('id', '=', early).execute()
      await setStatus(late, 'processing')
      assert.deepEqual(inWords(await reader.until(1)), [`job ${late} processing`])
      const resumed = await follow(user, reader.events[0]?.id)
      await held.commit().execute()
      assert.deepEqual(inWords((await reader.until(2)).slice(1)), [`job ${early} processing`])
      assert.deepEqual(await resumed.until(1), reader.events.slice(1))
    })

    test('all API processes report the same events with the same IDs, and one continues where another ended', async () => {
      const user = await newPublisher(instance)
      const other = await startInstance(kind, { data: instance.data, env, roles: { api: true, worker: false } })
      try {
        const here = await follow(user)
        const there = await follow(user, undefined, other)
        await Promise.all(Array.from({ length: 20 }, () => schedulePost(user)))
        const told = [...(await here.until(60))]
        assert.deepEqual(await there.until(60), told)
        const resumed = await follow(user, told[29]?.id, other)
        assert.deepEqual(await resumed.until(30), told.slice(30))
      } finally {
        await other.stop()
      }
    })
  }

  test('deleting a profile removes nothing from the log', async () => {
    const user = await newPublisher(instance, { platforms: [] })
    const profile = (await user.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data.profile_id
    await connectOnce(instance, profile, ['x'])
    const begin = (await follow(user)).lastId()
    const { id, jobIds } = await schedulePost(user, { platforms: ['x'], profile_id: profile })
    await user.ask('DELETE', `/posts/${id}`)
    assert.equal((await user.ask('DELETE', `/profiles/${profile}`)).status, 200)
    const again = await follow(user, begin)
    assert.deepEqual(
      new Set(inWords(await again.until(4))),
      new Set([
        `post ${id} scheduled`,
        `job ${jobIds[0]} queued`,
        `job ${jobIds[0]} cancelled`,
        `post ${id} cancelled`,
      ]),
    )
  })
})
