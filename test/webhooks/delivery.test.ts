import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { type PublishingInstance, startPublishing } from '../harness/publishing.ts'
import { receiverEnv, startReceiver, status } from '../harness/servers/receiver.ts'

const secret = 'a secret of mine, äöü'

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind, { env: receiverEnv })
  })
  after(() => bench.stop())

  test('a webhook receives the events that it subscribes to, signed, with the data that the API shows', async (t) => {
    const receiver = await startReceiver()
    t.after(receiver.stop)
    const user = await bench.newcomer('x')
    await user.ask('POST', '/webhooks', { body: { url: receiver.url, events: ['post.published'], secret } })
    const post = await user.post({ message: 'Told of' })
    const [told] = await eventually('it is told', () => receiver.received.length > 0 && receiver.received)
    assert.equal(told?.body.event, 'post.published')
    assert.equal(told?.body.data.batch_id, post.batchId)
    const digest = createHmac('sha256', secret)
      .update(told?.body.signed_payload ?? '')
      .digest('hex')
    assert.equal(told?.headers['x-service-payload-signature'], `sha256=${digest}`)
  })

  test('a refused delivery is repeated until it is accepted, each time with the same event ID', async (t) => {
    const receiver = await startReceiver(status(500))
    t.after(receiver.stop)
    const user = await bench.newcomer('x')
    const { id } = (await user.ask('POST', '/webhooks', { body: { url: receiver.url, events: ['post.published'] } }))
      .body
    await user.post({ message: 'Told again' })
    await eventually('it is told twice', () => receiver.received.length > 1)
    receiver.answer(status(200))
    const [delivery] = await eventually('it is delivered', async () => {
      const { deliveries } = (await user.ask('GET', `/webhooks/${id}/deliveries`)).body
      return deliveries[0]?.status === 'delivered' && deliveries
    })
    assert.equal(delivery.attempts, receiver.received.length)
    assert.equal(new Set(receiver.received.map(({ body }) => body.event_id)).size, 1)
  })

  test('the callback of a post receives how the post ended, signed with the callback secret', async (t) => {
    const receiver = await startReceiver()
    t.after(receiver.stop)
    const user = await bench.newcomer('x')
    await user.post({ message: 'Told to its own address', webhook_url: receiver.url })
    const [told] = await eventually('it is told', () => receiver.received.length > 0 && receiver.received)
    assert.equal(told?.body.event, 'post.published')
  })
})
