import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startAccepting } from '../../harness/posts.ts'
import { createWebhook, disabled, insertDeliveries, readDeliveries, setWebhook } from '../../harness/webhooks.ts'

onEachInstance(startAccepting, (instance) => {
  test('a disabled webhook gets no redelivery until it is enabled', async () => {
    const user = await instance.newUser()
    const webhook_id = await createWebhook(user)
    const [id] = await insertDeliveries(instance.data, user.id, [{ webhook_id }])
    await setWebhook(instance.data, webhook_id, disabled('failing'))
    const again = () => user.ask('POST', `/webhooks/${webhook_id}/deliveries/${id}/redeliver`)
    const { status, body } = await again()
    assert.deepEqual([status, body.error.code, body.error.details[0].status], [409, 'wrong_state', 'disabled'])
    assert.match(body.error.message, new RegExp(`POST /webhooks/${webhook_id}/enable`))
    assert.equal((await readDeliveries(user, webhook_id)).deliveries.length, 1)
    await user.ask('POST', `/webhooks/${webhook_id}/enable`)
    assert.equal((await again()).status, 200)
  })
})
