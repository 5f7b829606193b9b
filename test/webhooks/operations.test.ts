import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { eventData } from '../../src/contract/events.ts'
import { onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { readPost, schedulePost } from '../harness/posts.ts'
import { type PublishingInstance, startPublishing } from '../harness/publishing.ts'
import { type ReceivedRequest, receiverEnv, startReceiver, status } from '../harness/servers/receiver.ts'
import { createWebhook, insertDeliveries, readDeliveries, setWebhook } from '../harness/webhooks.ts'

const signatureOf = (secret: string, { body }: ReceivedRequest): string =>
  `sha256=${createHmac('sha256', secret).update(body.signed_payload).digest('hex')}`

const isSigned = (secret: string, told: ReceivedRequest): boolean =>
  told.headers['x-service-payload-signature'] === signatureOf(secret, told)

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind, { env: receiverEnv })
  })
  after(() => bench.stop())

  test('a test event arrives signed, and again with the same event ID when it is requested', async (t) => {
    const receiver = await startReceiver()
    t.after(receiver.stop)
    const user = await bench.instance.newUser()
    const secret = 'a secret of the endpoint'
    const id = await createWebhook(user, { url: receiver.url, events: ['post.failed'], secret })
    const { delivery } = (await user.ask('POST', `/webhooks/${id}/test`)).body.data
    await eventually('the test arrives', () => receiver.received.length === 1)
    await user.ask('POST', `/webhooks/${id}/deliveries/${delivery.id}/redeliver`)
    await eventually('it arrives again', () => receiver.received.length === 2)
    for (const one of receiver.received) {
      assert.deepEqual([one.body.event, one.body.event_id], ['post.published', delivery.event_id])
      assert.equal(one.body.data.test, true)
      assert.ok(isSigned(secret, one))
    }
    await eventually('both are delivered', async () => {
      const { deliveries } = await readDeliveries(user, id)
      return deliveries.every((one: { status: string }) => one.status === 'delivered')
    })
  })

  test('a post that is deleted, and one that is cancelled, is told once, signed, with who did it', async (t) => {
    const receiver = await startReceiver()
    t.after(receiver.stop)
    const user = await bench.newcomer('x')
    const secret = 'a secret of the endpoint'
    await createWebhook(user, { url: receiver.url, events: ['post.cancelled'], secret })
    const scheduled = { message: 'For later', platforms: ['x'] }
    const [deleted, cancelled] = [await schedulePost(user, scheduled), await schedulePost(user, scheduled)]
    await user.ask('DELETE', `/posts/${deleted.id}`)
    await user.ask('POST', '/posts/bulk', { body: { action: 'cancel', ids: [cancelled.id] } })
    await eventually('both arrive', () => receiver.received.length === 2)
    for (const [at, { id, jobIds }] of [deleted, cancelled].entries()) {
      const one = receiver.received.find(({ body }) => body.data.post_id === id)
      assert.ok(one && isSigned(secret, one))
      const { jobs, deleted: isDeleted, cancelled_by, ...data } = eventData['post.cancelled'].parse(one.body.data)
      assert.deepEqual(
        [one.body.event, data.post_id, data.platform, data.status, isDeleted],
        ['post.cancelled', id, 'x', 'cancelled', at === 0],
      )
      assert.deepEqual(
        jobs.map(({ jobId }) => jobId),
        jobIds,
      )
      assert.equal(cancelled_by.type, 'key')
    }
  })

  test('a webhook that has responded with 410 has a warning, and gets nothing until it is enabled', async (t) => {
    const receiver = await startReceiver(status(410))
    t.after(receiver.stop)
    const user = await bench.instance.newUser()
    const id = await createWebhook(user, { url: receiver.url })
    const testIt = () => user.ask('POST', `/webhooks/${id}/test`)
    await testIt()
    await eventually('settings warn of it', async () => {
      const [warning] = (await user.ask('GET', '/settings')).body.data.warnings
      return warning?.code === 'webhook_disabled' && warning.details.reason === 'gone'
    })
    assert.equal((await testIt()).status, 409)
    receiver.answer(status(204))
    assert.equal((await user.ask('POST', `/webhooks/${id}/enable`)).status, 200)
    assert.equal((await testIt()).status, 200)
    await eventually('it is told again', () => receiver.received.length === 2)
    assert.deepEqual((await user.ask('GET', '/settings')).body.data.warnings, [])
  })

  test('a new callback secret signs also the events of earlier posts, and the old one signs beside it', async (t) => {
    const receiver = await startReceiver(status(500))
    t.after(receiver.stop)
    const user = await bench.newcomer('x')
    const old = (await user.ask('GET', '/callback-secret')).body.data.secret
    const post = await user.post({ message: 'Told with two secrets', webhook_url: receiver.url })
    const [first] = await eventually('it is told', () => receiver.received.length > 0 && receiver.received)
    assert.ok(first && isSigned(old, first))
    const fresh = (await user.ask('POST', '/callback-secret/rotate')).body.data.secret
    const both = await eventually('it is told with the new one', () =>
      receiver.received.find((one) => isSigned(fresh, one)),
    )
    assert.equal(both.headers['x-service-payload-signature-previous'], signatureOf(old, both))
    receiver.answer(status(204))
    const signedWith = receiver.received.map((one) => (isSigned(fresh, one) ? 'fresh' : 'old'))
    assert.deepEqual(signedWith, signedWith.toSorted().reverse())
    const [told] = (await readPost(user, post.id)).callback_deliveries
    assert.equal(told.event, 'post.published')
    assert.deepEqual([told.attempt_history[0].status_code, told.attempt_history[0].error_code], [500, 'http_error'])
  })

  test('a webhook that has accepted anything within five days is not disabled for failing', async (t) => {
    const receiver = await startReceiver(status(500))
    t.after(receiver.stop)
    const user = await bench.instance.newUser()
    const id = await createWebhook(user, { url: receiver.url })
    const longAgo = Date.now() - 6 * 86_400_000
    await insertDeliveries(bench.instance.data, user.id, [{ webhook_id: id, delivered_at: Date.now() - 3_600_000 }])
    await setWebhook(bench.instance.data, id, { failing_since: longAgo })
    await user.ask('POST', `/webhooks/${id}/test`)
    await eventually('it is refused', () => receiver.received.length > 0)
    receiver.answer(status(200))
    await eventually('it is told again, and takes it', async () => {
      const { deliveries } = await readDeliveries(user, id)
      return deliveries[0].status === 'delivered'
    })
  })

  test('events that a callback has not accepted for five days are not sent any more', async (t) => {
    const receiver = await startReceiver(status(500))
    t.after(receiver.stop)
    const user = await bench.newcomer('x')
    const { id } = await user.post({ message: 'Told to nobody', webhook_url: receiver.url })
    const callbacks = async () => (await readPost(user, id)).callback_deliveries
    await eventually('it is told', () => receiver.received.length > 0)
    const sixDaysAgo = Date.now() - 6 * 86_400_000
    await bench.rows.db.updateTable('deliveries').set({ created_at: sixDaysAgo }).where('post_id', '=', id).execute()
    await eventually('it is given up', async () => (await callbacks())[0]?.status === 'cancelled')
  })
})
