import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { codesOf, newPublisher, schedulePost, startAccepting } from '../../harness/posts.ts'
import { insertAutoReply } from '../../harness/rows.ts'

onEachInstance(startAccepting, (instance) => {
  test('only an auto-reply that awaits approval can be approved', async () => {
    const user = await newPublisher(instance)
    const { jobIds } = await schedulePost(user)
    for (const status of ['queued', 'posted', 'declined', 'failed']) {
      const place = { profileId: user.profileId, jobId: jobIds[0] ?? 0, status }
      const reply = await user.ask('POST', `/auto-replies/${await insertAutoReply(instance.data, place)}/approve`)
      assert.deepEqual([reply.status, codesOf(reply).code], [409, 'wrong_state'])
    }
  })

  test('another user’s auto-reply is not found', async () => {
    const [user, other] = [await newPublisher(instance), await newPublisher(instance)]
    const { jobIds } = await schedulePost(other)
    const id = await insertAutoReply(instance.data, { profileId: other.profileId, jobId: jobIds[0] ?? 0 })
    assert.equal((await user.ask('POST', `/auto-replies/${id}/approve`)).status, 404)
    assert.equal((await other.ask('POST', `/auto-replies/${id}/approve`)).status, 200)
  })
})
