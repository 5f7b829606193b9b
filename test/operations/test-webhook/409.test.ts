import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { eventsOf, startAccepting } from '../../harness/posts.ts'
import { createWebhook, disabled, readDeliveries, setWebhook } from '../../harness/webhooks.ts'

onEachInstance(startAccepting, (instance) => {
  test('a disabled webhook gets no test: the error says why, and how to enable it', async () => {
    const user = await instance.newUser()
    const id = await createWebhook(user)
    for (const [reason, why] of [
      ['gone', /410/],
      ['failing', /5 days/],
    ] as const) {
      await setWebhook(instance.data, id, disabled(reason))
      const { status, body } = await user.ask('POST', `/webhooks/${id}/test`)
      assert.deepEqual([status, body.error.code, body.error.details[0].status], [409, 'wrong_state', 'disabled'])
      assert.match(body.error.message, why)
      assert.match(body.error.message, new RegExp(`POST /webhooks/${id}/enable`))
    }
    assert.deepEqual((await readDeliveries(user, id)).deliveries, [])
    assert.deepEqual(await eventsOf(instance.data, user.id), [])
  })
})
