import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import type { User } from '../../harness/instance.ts'
import { uploadNamed } from '../../harness/library.ts'
import {
  codesOf,
  connectOnce,
  createPost,
  inDays,
  inMinutes,
  newPublisher,
  schedulePost,
  startAccepting,
} from '../../harness/posts.ts'
import { withDatabase } from '../../harness/rows.ts'

onEachInstance(startAccepting, (instance) => {
  const restore = ({ ask }: Pick<User, 'ask'>, id: number, body: object = {}, key?: string) =>
    ask('POST', `/posts/${id}/restore`, { body, ...(key !== undefined && { key }) })

  test('a post whose time is over, or that had none, comes back only with a time', async () => {
    const user = await newPublisher(instance)
    const [none, over] = [await createPost(user), await schedulePost(user)]
    for (const { id } of [none, over]) await user.ask('DELETE', `/posts/${id}`)
    await withDatabase(instance.data, (db) =>
      db
        .updateTable('posts')
        .set({ scheduled_at: Date.now() - 1 })
        .where('id', '=', over.id)
        .execute(),
    )
    for (const { id } of [none, over]) {
      const reply = await restore(user, id)
      assert.deepEqual(codesOf(reply), { status: 422, code: 'content_rejected', details: ['schedule_in_past'] })
      assert.match(reply.body.error.message, /^Send `scheduled_at`: the time of this post is over\./)
      assert.equal((await restore(user, id, { scheduled_at: inDays(1) })).status, 200)
    }
  })

  test('all checks of a new post are made again', async () => {
    const user = await newPublisher(instance)
    const { id: file, publicUrl } = await uploadNamed(user, 'gone.png')
    const [media, account] = [await schedulePost(user, { media: [{ url: publicUrl }] }), await schedulePost(user)]
    for (const { id } of [media, account]) await user.ask('DELETE', `/posts/${id}`)
    assert.equal((await user.ask('DELETE', `/media/${file}`)).status, 200)
    assert.deepEqual(codesOf(await restore(user, media.id)).details, ['media_not_hosted'])
    await withDatabase(instance.data, (db) =>
      db.deleteFrom('accounts').where('profile_id', '=', user.profileId).where('platform', '=', 'x').execute(),
    )
    assert.equal(codesOf(await restore(user, account.id)).code, 'platform_not_connected')
    const { posts } = (await user.ask('GET', '/posts?deleted=only')).body.data
    for (const { restored_as } of posts) assert.equal(restored_as, null)
  })

  test('a key that may only schedule ahead brings back only what is that far ahead', async () => {
    const user = await instance.newUser(4, ['read', 'write', 'admin'])
    await connectOnce(instance, user.profileId, ['x', 'bluesky'])
    const made = await user.ask('POST', '/keys', { body: { name: 'ahead', policy: 'ahead', minutes_ahead: 60 } })
    const { key } = made.body.data
    const { id } = await schedulePost(user, { scheduled_at: inMinutes(30) })
    await user.ask('DELETE', `/posts/${id}`)
    for (const body of [{}, { scheduled_at: null }, { scheduled_at: inMinutes(50) }])
      assert.equal(codesOf(await restore(user, id, body, key)).code, 'too_soon')
    assert.equal((await restore(user, id, { scheduled_at: inMinutes(90) }, key)).status, 200)
  })
})
