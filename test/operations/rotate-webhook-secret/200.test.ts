import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { type Instance, startInstance, type User } from '../../harness/instance.ts'
import { type ReceivedRequest, type Receiver, receiverEnv, startReceiver } from '../../harness/servers/receiver.ts'
import { createWebhook, setWebhook } from '../../harness/webhooks.ts'

const first = 'the first secret of mine'

const ownSignature = (secret: string, { body }: ReceivedRequest) =>
  `sha256=${createHmac('sha256', secret).update(body.signed_payload).digest('hex')}`

function standardSignature(secret: string, { headers, text }: ReceivedRequest): string {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startInstance(kind, { env: { ...receiverEnv, POLYPOST_TIME_SCALE: '20' } })
  })
  after(() => instance.stop())

  async function nextDelivery(user: User, id: number, receiver: Receiver): Promise<ReceivedRequest> {
    const before = receiver.received.length
    await user.ask('POST', `/webhooks/${id}/test`)
    return eventually('it is delivered', () => receiver.received[before])
  }

  test('for a day both secrets sign, in both schemes; afterwards only the new one', async (t) => {
    const receiver = await startReceiver()
    t.after(receiver.stop)
    const user = await instance.newUser()
    const id = await createWebhook(user, { url: receiver.url, secret: first })
    const { status, body } = await user.ask('POST', `/webhooks/${id}/rotate-secret`)
    assert.equal(status, 200)
    const { secret, previous_valid_until: until } = body.data
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const hours = (Date.parse(until) - Date.now()) / 3_600_000
    assert.ok(hours > 23 && hours <= 24, until)

    const during = await nextDelivery(user, id, receiver)
    assert.equal(during.headers['x-service-payload-signature'], ownSignature(secret, during))
    assert.equal(during.headers['x-service-payload-signature-previous'], ownSignature(first, during))
    const both = [standardSignature(secret, during), standardSignature(first, during)]
    assert.equal(during.headers['webhook-signature'], both.join(' '))

    await setWebhook(instance.data, id, { previous_until: Date.now() - 1 })
    const later = await nextDelivery(user, id, receiver)
    assert.equal(later.headers['x-service-payload-signature-previous'], undefined)
    assert.equal(later.headers['webhook-signature'], standardSignature(secret, later))
  })

  test('a secret of the caller is taken and not returned; the response to a repeat is the same', async (t) => {
    const receiver = await startReceiver()
    t.after(receiver.stop)
    const user = await instance.newUser()
    const id = await createWebhook(user, { url: receiver.url, secret: first })
    const second = 'the second secret of mine'
    const own = await user.ask('POST', `/webhooks/${id}/rotate-secret`, { body: { secret: second } })
    assert.deepEqual(Object.keys(own.body.data), ['id', 'previous_valid_until'])

    const again = { headers: { 'idempotency-key': 'rotate' } }
    const made = await user.ask('POST', `/webhooks/${id}/rotate-secret`, again)
    const repeated = await user.ask('POST', `/webhooks/${id}/rotate-secret`, again)
    assert.deepEqual(repeated.body, made.body)
    const told = await nextDelivery(user, id, receiver)
    assert.equal(told.headers['x-service-payload-signature'], ownSignature(made.body.data.secret, told))
    assert.equal(told.headers['x-service-payload-signature-previous'], ownSignature(second, told))
  })

  test('the secrets of other webhooks and of callbacks stay', async (t) => {
    const receiver = await startReceiver()
    t.after(receiver.stop)
    const user = await instance.newUser()
    const [id, other] = [await createWebhook(user), await createWebhook(user, { url: receiver.url, secret: first })]
    const callbacks = (await user.ask('GET', '/callback-secret')).body
    await user.ask('POST', `/webhooks/${id}/rotate-secret`)
    const told = await nextDelivery(user, other, receiver)
    assert.equal(told.headers['x-service-payload-signature'], ownSignature(first, told))
    assert.equal(told.headers['x-service-payload-signature-previous'], undefined)
    assert.deepEqual((await user.ask('GET', '/callback-secret')).body, callbacks)
  })
})
