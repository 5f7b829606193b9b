import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { type Instance, startInstance } from '../../harness/instance.ts'
import { withDatabase } from '../../harness/rows.ts'
import { receiverEnv, startReceiver, status } from '../../harness/servers/receiver.ts'
import { createWebhook, disabled, hookUrl, readDeliveries, setWebhook } from '../../harness/webhooks.ts'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startInstance(kind, { env: { ...receiverEnv, POLYPOST_TIME_SCALE: '20' } })
  })
  after(() => instance.stop())

  test('what is sent changes, and what is left out stays; an empty list of events means all', async () => {
    const user = await instance.newUser()
    const id = await createWebhook(user, { events: ['post.failed'] })
    const [before] = (await user.ask('GET', '/webhooks')).body.data.webhooks
    const moved = await user.ask('PATCH', `/webhooks/${id}`, { body: { url: `${hookUrl}/new` } })
    assert.deepEqual([moved.status, moved.body.data], [200, { ...before, url: `${hookUrl}/new` }])
    const widened = await user.ask('PATCH', `/webhooks/${id}`, { body: { events: [] } })
    assert.deepEqual(widened.body.data, { ...before, url: `${hookUrl}/new`, events: ['*'] })
    const same = await user.ask('PATCH', `/webhooks/${id}`, { body: {} })
    assert.deepEqual([same.status, same.body], [200, widened.body])
    assert.deepEqual((await user.ask('GET', '/webhooks')).body.data.webhooks, [widened.body.data])
  })

  test('a delivery that waits goes to the new URL, with the same event ID', async (t) => {
    const old = await startReceiver(status(500))
    const next = await startReceiver()
    t.after(() => Promise.all([old.stop(), next.stop()]))
    const user = await instance.newUser()
    const id = await createWebhook(user, { url: old.url })
    await user.ask('POST', `/webhooks/${id}/test`)
    await eventually('the old URL has refused it', () => old.received.length > 0)
    await user.ask('PATCH', `/webhooks/${id}`, { body: { url: next.url } })
    const [told] = await eventually('the new URL is told', () => next.received.length > 0 && next.received)
    assert.equal(told?.body.event_id, old.received[0]?.body.event_id)
  })

  test('an old URL that answers 410 after the change does not disable the webhook', async (t) => {
    const next = await startReceiver()
    let isAsked = false
    let answer = () => {}
    const old = await startReceiver((response) => {
      isAsked = true
      answer = () => response.writeHead(410).end()
    })
    t.after(() => Promise.all([old.stop(), next.stop()]))
    const user = await instance.newUser()
    const id = await createWebhook(user, { url: old.url })
    await user.ask('POST', `/webhooks/${id}/test`)
    await eventually('the old URL is asked', () => isAsked)
    const { body } = await user.ask('PATCH', `/webhooks/${id}`, { body: { url: next.url } })
    answer()
    await eventually('the delivery arrives at the new URL', async () => {
      const { deliveries } = await readDeliveries(user, id)
      return deliveries[0].status === 'delivered'
    })
    assert.deepEqual((await user.ask('GET', '/webhooks')).body.data.webhooks, [body.data])
  })

  test('a new URL has not failed yet; a disabled webhook stays disabled', async () => {
    const user = await instance.newUser()
    const id = await createWebhook(user)
    await setWebhook(instance.data, id, disabled('failing'))
    const { body } = await user.ask('PATCH', `/webhooks/${id}`, { body: { url: `${hookUrl}/new` } })
    assert.equal(body.data.disabled_reason, 'failing')
    const row = await withDatabase(instance.data, (db) =>
      db.selectFrom('webhooks').select('failing_since').where('id', '=', id).executeTakeFirst(),
    )
    assert.equal(row?.failing_since, null)
  })
})
