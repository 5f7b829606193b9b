import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { codesOf, newPublisher, schedulePost, startAccepting } from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  test('another user’s post, and a deleted one, are not found', async () => {
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
