import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import type { User } from '../../harness/instance.ts'
import {
  connectOnce,
  createPost,
  inDays,
  jobIn,
  newPublisher,
  readPost,
  schedulePost,
  setJob,
  startAccepting,
} from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  async function idsOf({ ask }: User, query: Record<string, string> = {}): Promise<number[]> {
    const { status, body, text } = await ask('GET', `/posts?${new URLSearchParams(query)}`)
    assert.equal(status, 200, text)
    assert.equal(body.data.meta.total, body.data.posts.length)
    return body.data.posts.map(({ id }: { id: number }) => id)
  }

  test('the newest post comes first, each as a read returns it', async () => {
    const user = await newPublisher(instance)
    const ids = []
    for (let count = 0; count < 3; count++) ids.push((await schedulePost(user)).id)
    const { posts } = (await user.ask('GET', '/posts')).body.data
    assert.deepEqual(
      posts.map(({ id }: { id: number }) => id),
      ids.toReversed(),
    )
    for (const post of posts) assert.deepEqual(post, await readPost(user, post.id))
  })

  test('pages show every post once, and meta has the total', async () => {
    const user = await newPublisher(instance)
    const ids = []
    for (let count = 0; count < 5; count++) ids.unshift((await schedulePost(user)).id)
    const seen = []
    for (const page of [1, 2, 3, 4]) {
      const { posts, meta } = (await user.ask('GET', `/posts?per_page=2&page=${page}`)).body.data
      assert.deepEqual(meta, { page, per_page: 2, total: 5 })
      seen.push(...posts.map(({ id }: { id: number }) => id))
    }
    assert.deepEqual(seen, ids)
  })

  test('only posts of the named profile are listed, or of the default one if none is named', async () => {
    const user = await newPublisher(instance)
    const second = (await user.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data.profile_id
    await connectOnce(instance, second, ['x'])
    const own = await schedulePost(user)
    const other = await schedulePost(user, { platforms: ['x'], profile_id: second })
    assert.deepEqual(await idsOf(user), [own.id])
    assert.deepEqual(await idsOf(user, { profile_id: second }), [other.id])
  })

  test('deleted posts and other users’ posts are not listed', async () => {
    const [user, other] = [await newPublisher(instance), await newPublisher(instance)]
    await schedulePost(other)
    const { id } = await schedulePost(user)
    await user.ask('DELETE', `/posts/${id}`)
    assert.deepEqual(await idsOf(user), [])
  })

  test('each status lists the posts that show it', async () => {
    const user = await newPublisher(instance, { platforms: ['x'] })
    const post = async (job: object | null, status: string | undefined, body: object = {}) => {
      const { id, jobIds } = await createPost(user, { platforms: ['x'], ...body })
      if (job) await setJob(instance.data, jobIds[0] ?? 0, job, status)
      return id
    }
    const expected: Record<string, number> = {
      queued: await post(null, undefined),
      scheduled: await post(null, undefined, { scheduled_at: inDays(1) }),
      processing: await post(jobIn.processing(), 'processing'),
      successful: await post(jobIn.completed(), 'successful'),
      partial: await post(jobIn.completed(), 'partial'),
      failed: await post(jobIn.failed(), 'failed'),
      cancelled: await post({ status: 'cancelled', due_at: null }, 'cancelled'),
    }
    for (const [status, id] of Object.entries(expected)) {
      assert.deepEqual(await idsOf(user, { status }), [id], status)
      assert.equal((await readPost(user, id)).status, status)
    }
  })

  test('a platform filter lists the posts for that platform, by either of its names', async () => {
    const user = await newPublisher(instance)
    const [both, onX, onBluesky] = [
      (await schedulePost(user, { platforms: ['twitter', 'bluesky'] })).id,
      (await schedulePost(user, { platforms: ['x'] })).id,
      (await schedulePost(user, { platforms: ['bluesky'] })).id,
    ]
    for (const platform of ['x', 'twitter']) assert.deepEqual(await idsOf(user, { platform }), [onX, both])
    assert.deepEqual(await idsOf(user, { platform: 'bluesky' }), [onBluesky, both])
    await user.ask('PATCH', `/posts/${both}`, { body: { expected_revision: 1, platforms: ['bluesky'] } })
    assert.deepEqual(await idsOf(user, { platform: 'x' }), [onX])
  })

  test('both ends of a schedule range are included, and immediate posts are outside of it', async () => {
    const user = await newPublisher(instance)
    const times = [inDays(1), inDays(2), inDays(3)]
    const ids = []
    for (const scheduled_at of times) ids.push((await schedulePost(user, { scheduled_at })).id)
    await createPost(user)
    const [first = 0, second = 0, third = 0] = ids
    const [, middle = ''] = times
    assert.deepEqual(await idsOf(user, { scheduled_from: middle }), [third, second])
    assert.deepEqual(await idsOf(user, { scheduled_to: middle }), [second, first])
    assert.deepEqual(await idsOf(user, { scheduled_from: middle, scheduled_to: middle }), [second])
    const elsewhere = new Date(Date.parse(middle) + 3_600_000).toISOString().replace('Z', '+01:00')
    assert.deepEqual(await idsOf(user, { scheduled_from: elsewhere, scheduled_to: elsewhere }), [second])
  })

  test('a search finds part of any text of a post, in any case, and its batch ID', async () => {
    const user = await newPublisher(instance)
    const plain = await schedulePost(user, { message: 'Zażółć GĘŚLĄ jaźń. 100% of_it \\ yes' })
    const own = await schedulePost(user, { message: 'Common.', platform_options: { x: { message: 'For X alone.' } } })
    for (const search of ['zażółć', 'gęślą JAŹŃ', '100%', 'of_it', '\\', 'ＺＡŻÓŁĆ'])
      assert.deepEqual(await idsOf(user, { search }), [plain.id], search)
    for (const search of ['10_%', 'ofxit', '%', "' or 1=1 --", 'zażółc'])
      assert.deepEqual(await idsOf(user, { search }), search === '%' ? [plain.id] : [], search)
    assert.deepEqual(await idsOf(user, { search: 'x ALONE' }), [own.id])
    assert.deepEqual(await idsOf(user, { search: own.batchId }), [own.id])
  })

  test('several filters apply together', async () => {
    const user = await newPublisher(instance)
    const { id } = await schedulePost(user, { message: 'Needle', platforms: ['x'] })
    await schedulePost(user, { message: 'Needle', platforms: ['bluesky'] })
    await createPost(user, { message: 'Needle', platforms: ['x'] })
    assert.deepEqual(await idsOf(user, { search: 'needle', platform: 'x', status: 'scheduled' }), [id])
  })
})
