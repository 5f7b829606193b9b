import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { newPublisher, schedulePost, startAccepting } from '../../harness/posts.ts'
import { withDatabase } from '../../harness/rows.ts'
import {
  createWebhook,
  disabled,
  hookUrl,
  insertDeliveries,
  readDeliveries,
  setWebhook,
} from '../../harness/webhooks.ts'

onEachInstance(startAccepting, (instance) => {
  test('an enabled webhook gets new events from now on; cancelled deliveries stay cancelled', async () => {
    const user = await newPublisher(instance)
    const id = await createWebhook(user)
    await insertDeliveries(instance.data, user.id, [{ webhook_id: id, status: 'cancelled' }])
    await setWebhook(instance.data, id, disabled())
    await schedulePost(user)
    const statuses = async () =>
      (await readDeliveries(user, id)).deliveries.map(({ status }: { status: string }) => status)
    assert.deepEqual(await statuses(), ['cancelled'])

    const { status, body } = await user.ask('POST', `/webhooks/${id}/enable`)
    assert.equal(status, 200)
    const { created_at, ...webhook } = body.data
    assert.deepEqual(webhook, {
      id,
      url: hookUrl,
      events: ['*'],
      failing_since: null,
      disabled_at: null,
      disabled_reason: null,
    })
    assert.deepEqual((await user.ask('GET', '/webhooks')).body.data.webhooks, [{ created_at, ...webhook }])
    await schedulePost(user)
    assert.deepEqual(await statuses(), ['pending', 'cancelled'])
  })

  test('its five-day failure period starts again', async () => {
    const user = await instance.newUser()
    const id = await createWebhook(user)
    await setWebhook(instance.data, id, disabled('failing'))
    await user.ask('POST', `/webhooks/${id}/enable`)
    const failingSince = async () => {
      const row = await withDatabase(instance.data, (db) =>
        db.selectFrom('webhooks').select('failing_since').where('id', '=', id).executeTakeFirst(),
      )
      return row?.failing_since
    }
    assert.equal(await failingSince(), null)

    // A webhook that is already enabled continues unchanged.
    await setWebhook(instance.data, id, { failing_since: 7 })
    const before = (await user.ask('GET', '/webhooks')).body.data.webhooks
    const { status, body } = await user.ask('POST', `/webhooks/${id}/enable`)
    assert.deepEqual([status, [body.data]], [200, before])
    assert.equal(await failingSince(), 7)
  })
})
