import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import type { Instance } from '../../harness/instance.ts'
import { codesOf, newPublisher, schedulePost, startAccepting } from '../../harness/posts.ts'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startAccepting(kind)
  })
  after(() => instance.stop())

  test('somebody else’s post, and one that is deleted, can’t be answered', async () => {
    const user = await newPublisher(instance)
    const other = await newPublisher(instance)
    const { jobIds } = await schedulePost(other)
    const { id, jobIds: own } = await schedulePost(user)
    assert.equal((await user.ask('DELETE', `/posts/${id}`)).status, 200)
    for (const post_id of [...jobIds, id, ...own]) {
      const reply = await user.ask('POST', '/comments/reply', { body: { post_id, comment_id: '1', message: 'Hi.' } })
      assert.deepEqual(codesOf(reply), { status: 404, code: 'not_found', details: [] })
    }
  })
})
