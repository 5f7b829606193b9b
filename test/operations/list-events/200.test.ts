import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { uuid7 } from '../../../src/system/random.ts'
import { onEachDatabase } from '../../harness/database.ts'
import type { Instance, User } from '../../harness/instance.ts'
import { newPublisher, schedulePost, startAccepting } from '../../harness/posts.ts'
import { openRows, type Rows } from '../../harness/rows.ts'

onEachDatabase((kind) => {
  let instance: Instance
  let rows: Rows
  before(async () => {
    instance = await startAccepting(kind)
    rows = await openRows(instance.data)
  })
  after(async () => {
    await rows.close()
    await instance.stop()
  })

  const list = async ({ ask }: User, query = '') => {
    const { status, body, text } = await ask('GET', `/events${query}`)
    assert.equal(status, 200, text)
    return body.data
  }

  test('the newest event comes first, each as it was stored, with a higher number than those before', async () => {
    const user = await newPublisher(instance)
    assert.deepEqual(await list(user), { events: [], next_cursor: null, next_before: null })
    const posts = [await schedulePost(user), await schedulePost(user)]
    const { events, next_before } = await list(user)
    assert.equal(next_before, null)
    assert.deepEqual(
      events.map(({ event, data }: { event: string; data: { post_id: number } }) => [event, data.post_id]),
      posts.toReversed().map(({ id }) => ['post.scheduled', id]),
    )
    assert.ok(events[0].seq > events[1].seq)
    const stored = await rows.db.selectFrom('events').selectAll().where('seq', '=', events[0].seq).executeTakeFirst()
    assert.ok(stored)
    assert.deepEqual(events[0], {
      seq: stored.seq,
      event_id: stored.id,
      event: stored.name,
      data: JSON.parse(stored.data),
      created_at: new Date(stored.created_at).toISOString(),
    })
  })

  test('pages of any size are followed by `limit` and `cursor`, as in other lists', async () => {
    const user = await newPublisher(instance)
    for (let posts = 0; posts < 3; posts += 1) await schedulePost(user)
    const all = (await list(user)).events.map(({ seq }: { seq: number }) => seq)
    const first = await list(user, '?limit=2')
    assert.deepEqual(
      first.events.map(({ seq }: { seq: number }) => seq),
      all.slice(0, 2),
    )
    assert.deepEqual([first.next_cursor, first.next_before], [String(all[1]), all[1]])
    const rest = await list(user, `?limit=2&cursor=${first.next_cursor}`)
    assert.deepEqual(
      rest.events.map(({ seq }: { seq: number }) => seq),
      all.slice(2),
    )
    assert.deepEqual([rest.next_cursor, rest.next_before], [null, null])
    assert.equal((await user.ask('GET', '/events?cursor=x')).status, 400)
    const posts = (await user.ask('GET', '/posts?limit=2&per_page=1')).body.data
    assert.deepEqual([posts.posts.length, posts.meta.per_page], [2, 2])
  })

  test('pages of 50 show every event once, even while new ones arrive', async () => {
    const user = await newPublisher(instance)
    await schedulePost(user)
    const {
      id: _,
      seq: __,
      ...event
    } = await rows.db.selectFrom('events').selectAll().where('user_id', '=', user.id).executeTakeFirstOrThrow()
    const add = (count: number) =>
      rows.change((db) =>
        db
          .insertInto('events')
          .values(Array.from({ length: count }, () => ({ ...event, id: uuid7(event.created_at) })))
          .execute(),
      )
    await add(119)
    const sizes: number[] = []
    const seen: number[] = []
    let query = ''
    for (let before: number | null = 0; before !== null; query = `?before=${before}`) {
      const page = await list(user, query)
      sizes.push(page.events.length)
      seen.push(...page.events.map(({ seq }: { seq: number }) => seq))
      before = page.next_before
      await add(1)
    }
    assert.deepEqual(sizes, [50, 50, 20])
    assert.deepEqual(
      seen,
      seen.toSorted((a, b) => b - a),
    )
    assert.equal(new Set(seen).size, 120)
  })

  test('a last page that is exactly full has no cursor', async () => {
    const user = await newPublisher(instance)
    for (let count = 0; count < 50; count++) await schedulePost(user, { platforms: ['x'] })
    const { events, next_before } = await list(user)
    assert.deepEqual([events.length, next_before], [50, null])
    assert.deepEqual(await list(user, `?before=${events[49].seq}`), {
      events: [],
      next_cursor: null,
      next_before: null,
    })
  })

  test('another user’s events are not listed', async () => {
    const [user, other] = [await newPublisher(instance), await newPublisher(instance)]
    await schedulePost(other)
    assert.deepEqual((await list(user)).events, [])
  })
})
