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

  test('a post’s ID is not a job ID', async () => {
    const user = await newPublisher(instance)
    const { id } = await schedulePost(user)
    assert.equal((await user.ask('GET', `/jobs/${id}`)).status, 404)
  })
})
