import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startAccepting } from '../../harness/posts.ts'
import { createWebhook, hookUrl } from '../../harness/webhooks.ts'

onEachInstance(startAccepting, (instance) => {
  test('of 30 concurrent requests exactly 20 create a webhook; one more is allowed after one is deleted', async () => {
    const user = await instance.newUser()
    const create = () => user.ask('POST', '/webhooks', { body: { url: hookUrl } })
    const replies = await Promise.all(Array.from({ length: 30 }, create))
    const made = replies.filter(({ status }) => status === 200)
    const refused = replies.filter(({ body }) => body.error?.code === 'limit_reached')
    assert.deepEqual([made.length, refused.length], [20, 10])
    for (const { status, body } of refused) {
      const [{ limit, actual }] = body.error.details
      assert.deepEqual([status, limit, actual], [403, 20, 20])
    }
    assert.equal((await user.ask('GET', '/webhooks')).body.data.webhooks.length, 20)

    await createWebhook(await instance.newUser())
    assert.equal((await user.ask('DELETE', `/webhooks/${made[0]?.body.id}`)).status, 200)
    assert.equal((await create()).status, 200)
    assert.equal((await create()).status, 403)
  })
})
