import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { verifyWebhook } from '@polypost/sdk'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { newWebhookSecret, signDelivery } from '../../src/crypto/webhook-signature.ts'
import { signedByHand } from '../harness/signed.ts'

const secret = newWebhookSecret()
const message = {
  secret,
  event: 'post.published',
  eventId: '019a43f2-6c1e-7d0a-9b7e-3f5c2a8d1e60',
  data: JSON.stringify({ post_id: 7, message: 'Zażółć 🎉' }),
}

/** Signed when it is needed: tests may run long after they were loaded. */
const signed = (change: { secret?: string; previous?: string; sentAt?: number } = {}) =>
  signDelivery({ ...message, sentAt: Date.now(), ...change })

type Sent = Readonly<Record<string, string>>

const without = (headers: Readonly<Record<string, string>>, pattern: RegExp) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !pattern.test(name)))

describe('a delivery is accepted', () => {
  const forms: Readonly<Record<string, (headers: Sent) => Parameters<typeof verifyWebhook>[1]>> = {
    'both signatures': (headers) => headers,
    'Polypost’s own signature': (headers) => without(headers, /^webhook-/),
    'the signature of Standard Webhooks': (headers) => without(headers, /^x-service/),
    'headers of fetch': (headers) => new Headers(headers),
    'header names in capitals': (headers) => ({
      'X-Service-Payload-Signature': headers['x-service-payload-signature'],
    }),
  }
  for (const [how, given] of Object.entries(forms))
    test(`with ${how}`, async () => {
      const { body, headers } = signed()
      const event = await verifyWebhook(body, given(headers), secret)
      assert.equal(event.event, 'post.published')
      assert.deepEqual(event.data, JSON.parse(message.data))
    })

  test('as bytes', async () => {
    const { body, headers } = signed()
    assert.equal((await verifyWebhook(Buffer.from(body), headers, secret)).event_id, message.eventId)
  })

  test('with the old secret while the new one is introduced', async () => {
    const both = signed({ secret: newWebhookSecret(), previous: secret })
    for (const pattern of [/^webhook-/, /^x-service/])
      assert.equal((await verifyWebhook(both.body, without(both.headers, pattern), secret)).event, 'post.published')
  })

  test('with a secret that the caller chose', async () => {
    const chosen = 'a secret of my own, twenty-four'
    const delivery = signed({ secret: chosen })
    for (const pattern of [/^webhook-/, /^x-service/, /^nothing/])
      assert.equal(
        (await verifyWebhook(delivery.body, without(delivery.headers, pattern), chosen)).event,
        'post.published',
      )
  })

  test('as the documentation signs it, and as the library of Standard Webhooks does', async () => {
    const byHand = signedByHand({ secret })
    assert.equal((await verifyWebhook(byHand.body, byHand.headers, secret)).event, 'post.published')
    const text = JSON.stringify({ event: 'post.published', sent_at: new Date().toISOString() })
    const at = new Date()
    const signature = new StandardWebhook(secret).sign('msg_1', at, text)
    const given = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signature,
    }
    assert.equal((await verifyWebhook(text, given, secret)).event, 'post.published')
  })
})

describe('a delivery is refused', () => {
  const noSignature = { 'x-service-payload-signature': '', 'webhook-signature': 'v1,' }
  const cases: Readonly<Record<string, (body: string, headers: Sent) => Parameters<typeof verifyWebhook>>> = {
    'that was changed': (body, headers) => [body.replaceAll('"post_id', '"post_ID'), headers, secret],
    'whose signed part was changed': (body, headers) => [
      body.replaceAll('\\"post_id', '\\"post_ID'),
      without(headers, /^webhook-/),
      secret,
    ],
    'with another secret': (body, headers) => [body, headers, newWebhookSecret()],
    'without a signature': (body) => [body, {}, secret],
    'with an empty signature': (body) => [body, noSignature, secret],
    'that is not JSON': (_body, headers) => ['hello', headers, secret],
  }
  for (const [what, given] of Object.entries(cases))
    test(what, async () => {
      const { body, headers } = signed()
      await assert.rejects(verifyWebhook(...given(body, headers)), /signature/)
    })

  test('whose fields around the signed part were changed: only the signed part counts', async () => {
    const { body, headers } = signed()
    const changed = body.replace('"post_id":7', '"post_id":8')
    const event = await verifyWebhook(changed, without(headers, /^webhook-/), secret)
    assert.deepEqual(event.data, JSON.parse(message.data))
  })

  test('that is older than the tolerance', async () => {
    const old = signed({ sentAt: Date.now() - 301_000 })
    await assert.rejects(verifyWebhook(old.body, old.headers, secret), /older than 300 seconds/)
    assert.ok(await verifyWebhook(old.body, old.headers, secret, { tolerance: 3_600 }))
  })
})
