import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import type { User } from '../../harness/instance.ts'
import { uploadNamed } from '../../harness/library.ts'
import {
  connectOnce,
  eventsOf,
  inDays,
  newPublisher,
  readPost,
  schedulePost,
  startAccepting,
} from '../../harness/posts.ts'
import { withDatabase } from '../../harness/rows.ts'

onEachInstance(startAccepting, (instance) => {
  const remove = async ({ ask }: Pick<User, 'ask'>, id: number) => {
    const reply = await ask('DELETE', `/posts/${id}`)
    assert.equal(reply.status, 200, reply.text)
  }
  // biome-ignore lint/suspicious/noExplicitAny: the client parses every response.
  const restore = async ({ ask }: Pick<User, 'ask'>, id: number, body?: object): Promise<any> => {
    const reply = await ask('POST', `/posts/${id}/restore`, { ...(body && { body }) })
    assert.equal(reply.status, 200, reply.text)
    return reply.body
  }
  const deletedPosts = async ({ ask }: Pick<User, 'ask'>) =>
    (await ask('GET', '/posts?deleted=only&profile_id=all')).body.data.posts

  test('a deleted post comes back as a new one with everything that it had, and is published at its time', async () => {
    const user = await newPublisher(instance)
    const { publicUrl } = await uploadNamed(user, 'kept.png')
    const { id, jobIds } = await schedulePost(user, {
      media: [{ url: publicUrl, alt_text: 'A red dot.' }],
      comments_under_post: ['More soon.'],
      platform_options: { x: { message: 'For X.' } },
      labels: ['spring'],
      auto_reply_enabled: false,
      webhook_url: 'https://example.com/ended',
      scheduled_at: '2027-06-01T09:00:00',
      scheduled_timezone: 'Europe/Warsaw',
    })
    const before = await readPost(user, id)
    await remove(user, id)
    const made = await restore(user, jobIds[1] ?? 0)
    assert.notEqual(made.post_id, id)
    const after = await readPost(user, made.post_id)
    const same = ['profile_id', 'message', 'platforms', 'media', 'comments_under_post', 'platform_options', 'labels']
    same.push('auto_reply_enabled', 'webhook_url', 'scheduled_at', 'scheduled_timezone', 'status')
    for (const field of same) assert.deepEqual(after[field], before[field], field)
    assert.deepEqual([after.editable, after.revision], [true, 1])
    assert.deepEqual(
      made.jobs.map(({ jobId }: { jobId: number }) => jobId),
      after.jobs.map(({ jobId }: { jobId: number }) => jobId),
    )
    const due = await withDatabase(instance.data, (db) =>
      db.selectFrom('jobs').select('due_at').where('post_id', '=', made.post_id).execute(),
    )
    for (const { due_at } of due) assert.equal(due_at, Date.parse(before.scheduled_at))
    const names = (await eventsOf(instance.data, user.id)).map(({ name, postId }) => [name, postId])
    assert.deepEqual(names, [
      ['post.scheduled', id],
      ['post.cancelled', id],
      ['post.scheduled', made.post_id],
    ])
  })

  test('the list of deleted posts says who deleted each, the last deleted first, and as what it came back', async () => {
    const user = await newPublisher(instance)
    const [first, second, kept] = [await schedulePost(user), await schedulePost(user), await schedulePost(user)]
    await remove(user, second.id)
    await remove(user, first.id)
    const made = await restore(user, second.id)
    const posts = await deletedPosts(user)
    assert.deepEqual(
      posts.map(({ id, restored_as }: Record<string, unknown>) => [id, restored_as]),
      [
        [first.id, null],
        [second.id, made.post_id],
      ],
    )
    for (const { deleted_at, deleted_by, status, editable } of posts) {
      assert.ok(Date.parse(deleted_at) > 0)
      assert.deepEqual([deleted_by.type, status, editable], ['key', 'cancelled', false])
    }
    const { posts: others } = (await user.ask('GET', '/posts')).body.data
    assert.deepEqual(
      others.map(({ id }: { id: number }) => id),
      [made.post_id, kept.id],
    )
    assert.ok(!('deleted_at' in others[0]))
    assert.equal((await user.ask('GET', `/posts/${first.id}`)).status, 404)
    assert.deepEqual(await deletedPosts(await newPublisher(instance)), [])
  })

  test('the pages of deleted posts show each once, one after the other, with the filters of the list', async () => {
    const user = await newPublisher(instance)
    const ids: number[] = []
    for (const message of ['One', 'Two', 'Three', 'Other'])
      ids.unshift((await schedulePost(user, { message: `${message} of the deleted` })).id)
    for (const id of ids.toReversed()) await remove(user, id)
    const seen: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await user.ask('GET', `/posts?deleted=only&limit=1${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.body.data.posts.map(({ id }: { id: number }) => id))
      cursor = page.body.data.next_cursor
    }
    assert.deepEqual(seen, ids)
    const found = (await user.ask('GET', '/posts?deleted=only&search=other')).body.data
    assert.deepEqual([found.meta.total, found.posts[0].id], [1, ids[0]])
  })

  test('only the platforms that still waited when the post was deleted come back', async () => {
    const user = await newPublisher(instance)
    const partly = await schedulePost(user)
    await user.ask('POST', `/jobs/${partly.jobIds[0]}/cancel`)
    await remove(user, partly.id)
    assert.deepEqual((await readPost(user, (await restore(user, partly.id)).post_id)).platforms, ['bluesky'])

    const whole = await schedulePost(user)
    for (const id of whole.jobIds) await user.ask('POST', `/jobs/${id}/cancel`)
    await remove(user, whole.id)
    assert.deepEqual((await readPost(user, (await restore(user, whole.id)).post_id)).platforms, ['x', 'bluesky'])
  })

  test('it can come back at another time, or now', async () => {
    const user = await newPublisher(instance)
    const scheduled_at = inDays(3)
    for (const [body, expected] of [
      [{ scheduled_at }, scheduled_at],
      [{ scheduled_at: null }, null],
    ] as const) {
      const { id } = await schedulePost(user)
      await remove(user, id)
      const made = await restore(user, id, body)
      assert.equal(made.scheduled_at, expected)
      assert.equal((await readPost(user, made.post_id)).status, expected === null ? 'queued' : 'scheduled')
    }
  })

  test('many come back together, and each that cannot says why', async () => {
    const user = await newPublisher(instance)
    const [one, two, kept] = [await schedulePost(user), await schedulePost(user), await schedulePost(user)]
    await user.ask('POST', '/posts/bulk', { body: { action: 'delete', ids: [one.id, two.id] } })
    const body = { action: 'restore', ids: [one.id, two.jobIds[0], one.id, kept.id, 2 ** 40], scheduled_at: inDays(5) }
    const { status, text, body: answered } = await user.ask('POST', '/posts/bulk', { body })
    assert.equal(status, 200, text)
    const { results } = answered.data
    assert.deepEqual(
      results.map(({ ok, error }: { ok: boolean; error: { code: string } | null }) => [ok, error?.code]),
      [
        [true, undefined],
        [true, undefined],
        [false, 'validation_failed'],
        [false, 'wrong_state'],
        [false, 'not_found'],
      ],
    )
    for (const { post_id } of results.slice(0, 2))
      assert.equal((await readPost(user, post_id)).scheduled_at, body.scheduled_at)
    assert.deepEqual(
      (await deletedPosts(user)).map(({ restored_as }: { restored_as: number }) => restored_as).toSorted(),
      results
        .slice(0, 2)
        .map(({ post_id }: { post_id: number }) => post_id)
        .toSorted(),
    )
  })

  test('the audit list says who cancelled, deleted and brought back a post', async () => {
    const user = await instance.newUser(4, ['read', 'write', 'admin'])
    await connectOnce(instance, user.profileId, ['x', 'bluesky'])
    const message = 'Spring sale\nNow open.'
    const [deleted, whole, partly] = [
      await schedulePost(user, { message }),
      await schedulePost(user, { message }),
      await schedulePost(user, { message }),
    ]
    await remove(user, deleted.id)
    const made = await restore(user, deleted.id)
    for (const id of whole.jobIds) await user.ask('POST', `/jobs/${id}/cancel`)
    await user.ask('POST', `/jobs/${partly.jobIds[0]}/cancel`)
    const actions = ['post.deleted', 'post.restored', 'post.cancelled']
    const { entries } = (await user.ask('GET', `/audit?action=${actions}`)).body.data
    const by = { type: 'key', id: user.keyId, name: 'test' }
    assert.deepEqual(
      entries.toReversed().map(({ action, by, target }: Record<string, unknown>) => ({ action, by, target })),
      [deleted.id, made.post_id, whole.id].map((id, at) => ({
        action: actions[at],
        by,
        target: { type: 'post', id: String(id), name: 'Spring sale' },
      })),
    )
  })
})
