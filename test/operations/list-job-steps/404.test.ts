import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { newPublisher, schedulePost, startAccepting } from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  test('the ID of a post has no steps', async () => {
    const user = await newPublisher(instance)
    const { id } = await schedulePost(user)
    assert.equal((await user.ask('GET', `/jobs/${id}/steps`)).status, 404)
  })
})
