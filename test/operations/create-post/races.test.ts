import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { askDuring } from '../../harness/ask-during.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import { connectOnce, createPost, inDays, newPublisher, startAccepting, textPost } from '../../harness/posts.ts'

const interleavings = 20
const brief = 50 // milliseconds

onEachInstance(startAccepting, (instance, kind) => {
  for (const [when, time] of [
    ['of now', {}],
    ['with a time', { scheduled_at: inDays(30) }],
  ] as const) {
    test(`a post ${when} whose account is being disconnected is refused`, async () => {
      const user = await newPublisher(instance)
      const [{ status, body }] = await askDuring(
        instance.data,
        (tx) =>
          tx.deleteFrom('accounts').where('profile_id', '=', user.profileId).where('platform', '=', 'x').execute(),
        () => user.ask('POST', '/post', { body: { ...textPost, ...time } }),
      )
      assert.deepEqual([status, body.error?.code], [422, 'platform_not_connected'])
      assert.equal((await user.ask('GET', '/posts')).body.data.posts.length, 0)
    })

    test(`of a post ${when} and the deletion of its profile at the same time, one is refused`, async () => {
      const user = await newPublisher(instance)
      for (let at = 0; at < interleavings; at += 1) {
        const { body: made } = await user.ask('POST', '/profiles', { body: { name: `Profile ${at}` } })
        const id: string = made.data.profile_id
        await connectOnce(instance, id, ['x', 'bluesky'])
        const [post, deletion] = await Promise.all([
          user.ask('POST', '/post', { body: { ...textPost, ...time, profile_id: id } }),
          sleep(Math.random() * 2 * brief).then(() => user.ask('DELETE', `/profiles/${id}`)),
        ])
        const refused = [post, deletion].filter(({ status }) => status !== 200)
        assert.equal(refused.length, 1, `${post.text} ${deletion.text}`)
      }
    })
  }

  test('a profile for which a post is being accepted is not deleted', async () => {
    const user = await newPublisher(instance)
    const { body: made } = await user.ask('POST', '/profiles', { body: { name: 'Busy' } })
    const id: string = made.data.profile_id
    const post = await createPost(user)
    const [{ status, body }] = await askDuring(
      instance.data,
      async (tx) => {
        if (kind === 'postgres') await sql`select 1 from profiles where id = ${id} for key share`.execute(tx)
        await tx.updateTable('posts').set({ profile_id: id }).where('id', '=', post.id).execute()
      },
      () => user.ask('DELETE', `/profiles/${id}`),
    )
    assert.deepEqual([status, body.error?.code], [409, 'profile_in_use'])
  })

  test('50 equal requests at the same time create one post, and each gets its response', async () => {
    const user = await newPublisher(instance)
    const ask = () => user.ask('POST', '/post', { body: textPost, headers: { 'idempotency-key': 'storm' } })
    const replies = await Promise.all(Array.from({ length: 50 }, ask))
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(replies.map(({ text }) => text)).size, 1)
    assert.equal(replies.filter(({ headers }) => headers.get('idempotent-replayed') === null).length, 1)
    assert.equal((await user.ask('GET', '/posts')).body.data.posts.length, 1)
  })
})
