import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import type { Instance } from '../../harness/instance.ts'
import { newPublisher, schedulePost, startAccepting } from '../../harness/posts.ts'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startAccepting(kind)
  })
  after(() => instance.stop())

  test('the ID of a post has no steps', async () => {
    const user = await newPublisher(instance)
    const { id } = await schedulePost(user)
    assert.equal((await user.ask('GET', `/jobs/${id}/steps`)).status, 404)
  })
})
