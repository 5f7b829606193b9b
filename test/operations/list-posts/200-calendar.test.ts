import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, hour } from '../../../src/domain/time.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import type { User } from '../../harness/instance.ts'
import {
  connectOnce,
  createPost,
  inDays,
  newPublisher,
  readPost,
  schedulePost,
  startAccepting,
} from '../../harness/posts.ts'
import { withDatabase } from '../../harness/rows.ts'

onEachInstance(startAccepting, (instance) => {
  async function idsOf({ ask }: User, query: Readonly<Record<string, string>>): Promise<number[]> {
    const { status, body, text } = await ask('GET', `/posts?${new URLSearchParams(query)}`)
    assert.equal(status, 200, text)
    assert.equal(body.data.meta.total, body.data.posts.length)
    return body.data.posts.map(({ id }: { id: number }) => id)
  }

  const setTimes = (id: number, times: { scheduled_at?: number | null; posted_at?: number; created_at?: number }) =>
    withDatabase(instance.data, async (db) => {
      await db.updateTable('posts').set(times).where('id', '=', id).execute()
    })

  test('a range finds posts by their scheduled time, else the time they were posted, else the time they were made', async () => {
    const user = await newPublisher(instance)
    const start = Date.parse(inDays(-400))
    const [scheduled, posted, made] = [
      (await schedulePost(user)).id,
      (await createPost(user)).id,
      (await createPost(user)).id,
    ]
    const range = { from: new Date(start).toISOString(), to: new Date(start + day).toISOString() }
    assert.deepEqual(await idsOf(user, range), [])
    await setTimes(scheduled, { scheduled_at: start, posted_at: start + 9 * day, created_at: start - day })
    await setTimes(posted, { posted_at: start + hour, created_at: start - day })
    await setTimes(made, { created_at: start + day })
    assert.deepEqual(await idsOf(user, range), [scheduled, posted, made])
    assert.deepEqual(await idsOf(user, { ...range, sort: 'time' }), [made, posted, scheduled])
    assert.deepEqual(await idsOf(user, { ...range, sort: 'newest' }), [made, posted, scheduled])
    assert.equal((await readPost(user, posted)).effective_at, new Date(start + hour).toISOString())
  })

  test('a day is the day of the time zone, also when its clocks change', async () => {
    const user = await newPublisher(instance)
    const at = async (time: string) => {
      const { id } = await createPost(user)
      await setTimes(id, { scheduled_at: Date.parse(time) })
      return id
    }
    await at('2025-10-25T21:59:59.999Z')
    const first = await at('2025-10-25T22:00:00Z')
    const last = await at('2025-10-26T22:59:59.999Z')
    await at('2025-10-26T23:00:00Z')
    const day = '2025-10-26'
    assert.deepEqual(await idsOf(user, { from: day, to: day, timezone: 'Europe/Warsaw' }), [first, last])
    assert.deepEqual(await idsOf(user, { scheduled_from: day, scheduled_to: day, timezone: 'Europe/Warsaw' }), [
      last,
      first,
    ])
    assert.equal((await idsOf(user, { from: day, to: day })).length, 2)
    assert.equal((await idsOf(user, { from: '2025-10-25', to: day })).length, 4)
  })

  test('profile_id=all lists the posts of all profiles of the caller, and of nobody else', async () => {
    const [user, other] = [await newPublisher(instance), await newPublisher(instance)]
    const second = (await user.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data.profile_id
    await connectOnce(instance, second, ['x'])
    await schedulePost(other)
    const own = await schedulePost(user)
    const elsewhere = await schedulePost(user, { platforms: ['x'], profile_id: second })
    assert.deepEqual(await idsOf(user, { profile_id: 'all' }), [elsewhere.id, own.id])
    assert.deepEqual(await idsOf(user, { profile_id: 'all', from: inDays(1) }), [own.id, elsewhere.id])
    assert.deepEqual(await idsOf(user, { profile_id: 'all', batch_id: elsewhere.batchId }), [elsewhere.id])
    assert.deepEqual(await idsOf(user, { profile_id: 'all', batch_id: 'batch_none' }), [])
  })

  test('several statuses or platforms find the posts of any of them', async () => {
    const user = await newPublisher(instance)
    const [scheduled, queued] = [await schedulePost(user, { platforms: ['x'] }), await createPost(user)]
    const cancelled = await schedulePost(user, { platforms: ['bluesky'] })
    for (const id of cancelled.jobIds) await user.ask('POST', `/jobs/${id}/cancel`)
    assert.deepEqual(await idsOf(user, { status: 'scheduled,cancelled' }), [cancelled.id, scheduled.id])
    assert.deepEqual(await idsOf(user, { platform: 'twitter,bluesky' }), [cancelled.id, queued.id, scheduled.id])
    const repeated = await user.ask('GET', '/posts?status=scheduled&status=queued')
    assert.deepEqual(
      repeated.body.data.posts.map(({ id }: { id: number }) => id),
      [queued.id, scheduled.id],
    )
  })

  for (const sort of ['newest', 'time', 'time_asc'])
    test(`following the cursor by ${sort} shows every post once, also if posts come and go in between`, async () => {
      const user = await newPublisher(instance)
      const ids: number[] = []
      for (const days of [3, 1, 2, 2, 1]) ids.push((await schedulePost(user, { scheduled_at: inDays(days) })).id)
      const sameTime = Date.parse(inDays(2))
      for (const id of ids.slice(2, 4)) await setTimes(id, { scheduled_at: sameTime })
      const seen: number[] = []
      const totals = []
      let cursor: string | null = null
      do {
        const query = new URLSearchParams({ sort, per_page: '2', ...(cursor && { cursor }) })
        const { body, text } = await user.ask('GET', `/posts?${query}`)
        assert.ok(body.data, text)
        seen.push(...body.data.posts.map(({ id }: { id: number }) => id))
        totals.push(body.data.meta.total)
        cursor = body.data.next_cursor
        if (seen.length === 2) {
          await user.ask('DELETE', `/posts/${seen[0]}`)
          // It belongs before what was read.
          await schedulePost(user, { scheduled_at: inDays(sort === 'time_asc' ? 0.5 : 700) })
        }
      } while (cursor !== null)
      assert.deepEqual(seen.toSorted(), ids.toSorted())
      assert.deepEqual(totals, [5, 5, 5])
    })

  test('a cursor works only with the filters, the list and the user that it was made for', async () => {
    const [user, other] = [await newPublisher(instance), await newPublisher(instance)]
    for (const one of [user, user, other]) await schedulePost(one)
    const { next_cursor } = (await user.ask('GET', '/posts?per_page=1&platform=x')).body.data
    const ask = async (one: User, path: string) => (await one.ask('GET', `${path}cursor=${next_cursor}`)).body
    assert.equal((await ask(user, '/posts?platform=x&')).status, 'ok')
    for (const [one, path] of [
      [user, '/posts?platform=bluesky&'],
      [user, '/posts?'],
      [other, '/posts?platform=x&'],
      [user, '/drafts?'],
    ] as const)
      assert.equal((await ask(one, path)).error.code, 'invalid_cursor', path)
  })
})
