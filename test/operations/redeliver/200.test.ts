import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { eventsOf, startAccepting } from '../../harness/posts.ts'
import { createWebhook, insertDeliveries, readDeliveries } from '../../harness/webhooks.ts'

onEachInstance(startAccepting, (instance) => {
  test('the same event gets a new delivery with fresh attempts, and the earlier one stays as it is', async () => {
    const user = await instance.newUser()
    const webhook_id = await createWebhook(user, { events: ['post.failed'] })
    await insertDeliveries(instance.data, user.id, [
      { webhook_id, event: 'post.partial', status: 'failed', attempts: 8, last_error_code: 'timeout' },
    ])
    const [earlier] = (await readDeliveries(user, webhook_id)).deliveries
    const again = () => user.ask('POST', `/webhooks/${webhook_id}/deliveries/${earlier.id}/redeliver`)
    const { status, body } = await again()
    assert.equal(status, 200)
    const { delivery } = body.data
    assert.deepEqual(
      [delivery.event_id, delivery.event, delivery.status, delivery.attempts, delivery.last_error_code],
      [earlier.event_id, 'post.partial', 'pending', 0, null],
    )
    assert.equal(delivery.next_attempt_at, delivery.created_at)
    assert.deepEqual((await readDeliveries(user, webhook_id)).deliveries, [delivery, earlier])
    assert.equal((await eventsOf(instance.data, user.id)).length, 1)

    const third = (await again()).body.data.delivery
    assert.ok(third.id > delivery.id)
    assert.equal(third.event_id, earlier.event_id)
  })

  test('a test event is delivered again like any other', async () => {
    const user = await instance.newUser()
    const id = await createWebhook(user)
    const { delivery } = (await user.ask('POST', `/webhooks/${id}/test`)).body.data
    const again = await user.ask('POST', `/webhooks/${id}/deliveries/${delivery.id}/redeliver`)
    assert.equal(again.body.data.delivery.event_id, delivery.event_id)
  })
})
