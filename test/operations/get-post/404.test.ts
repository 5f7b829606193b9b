import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { newPublisher, schedulePost, startAccepting } from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  test('a post is not found under another profile', async () => {
    const user = await newPublisher(instance)
    const second = (await user.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data.profile_id
    const { id } = await schedulePost(user)
    const other = await user.ask('GET', `/posts/${id}?profile_id=${second}`)
    const none = await user.ask('GET', `/posts/${id + 1_000_000}`)
    assert.deepEqual([other.status, none.status], [404, 404])
    assert.deepEqual(other.body.error, none.body.error)
  })

  test('a deleted post is found neither by its own ID nor by those of its jobs', async () => {
    const user = await newPublisher(instance)
    const { id, jobIds } = await schedulePost(user)
    await user.ask('DELETE', `/posts/${id}`)
    for (const any of [id, ...jobIds]) assert.equal((await user.ask('GET', `/posts/${any}`)).status, 404)
  })
})
