import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startAccepting } from '../../harness/posts.ts'
import { createWebhook, insertDeliveries } from '../../harness/webhooks.ts'

onEachInstance(startAccepting, (instance) => {
  test('nobody can read another user’s webhook, neither before nor after its deletion', async () => {
    const [ana, ben] = [await instance.newUser(), await instance.newUser()]
    const webhook_id = await createWebhook(ben)
    await insertDeliveries(instance.data, ben.id, [{ webhook_id }])
    const read = () => ana.ask('GET', `/webhooks/${webhook_id}/deliveries`)
    assert.equal((await read()).status, 404)
    assert.equal((await ben.ask('DELETE', `/webhooks/${webhook_id}`)).status, 200)
    assert.equal((await read()).status, 404)
    assert.equal((await ben.ask('GET', `/webhooks/${webhook_id}/deliveries`)).status, 200)
  })
})
