import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { newWebhookSecret, type SignedDelivery, signDelivery } from '../../src/crypto/webhook-signature.ts'

const eventId = '019a43f2-6c1e-7d0a-9b7e-3f5c2a8d1e60'
const event = 'post.published'

const hmac = (key: Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text, 'utf8').digest()
const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8')

/** Each with the key bytes of its Standard Webhooks signature. */
const secrets: readonly (readonly [what: string, secret: string, key: Buffer])[] = [
  [
    'whsec_ and base64',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64'),
  ],
  ['whsec_ and padded base64', 'whsec_c2VjcmV0IHNlY3JldA==', utf8('secret secret')],
  ['plain', 'correct horse battery staple', utf8('correct horse battery staple')],
  ['plain, beyond ASCII', 'zażółć gęślą jaźń 🗝️', utf8('zażółć gęślą jaźń 🗝️')],
  ['plain that happens to be base64', 'c2VjcmV0IHNlY3JldA==', utf8('c2VjcmV0IHNlY3JldA==')],
  ['whsec_ and text that is not base64', 'whsec_not-base64-at-all', utf8('whsec_not-base64-at-all')],
  ['whsec_ and base64 without its padding', 'whsec_c2VjcmV0IHNlY3JldA', utf8('secret secret')],
]

const sign = (secret: string, data: string, sentAt = Date.now()): SignedDelivery =>
  signDelivery({ secret, event, eventId, data, sentAt })

const payloadOf = ({ body }: SignedDelivery): string => JSON.parse(body).signed_payload

function assertByHand(delivery: SignedDelivery, secret: string, key: Buffer): void {
  const { body, headers } = delivery
  assert.equal(
    headers['x-service-payload-signature'],
    `sha256=${hmac(utf8(secret), payloadOf(delivery)).toString('hex')}`,
  )
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  assert.equal(headers['webhook-signature'], `v1,${hmac(key, signed).toString('base64')}`)
}

/** Third-party code; the secrets that it accepts are base64. */
function assertByLibraries({ body, headers }: SignedDelivery, key: Buffer): void {
  const secret = `whsec_${key.toString('base64')}`
  new SvixWebhook(secret).verify(body, headers)
  assert.deepEqual(new StandardWebhook(secret).verify(body, headers), JSON.parse(body))
  new StandardWebhook(key, { format: 'raw' }).verify(body, headers)
}

test('while a secret is replaced, a delivery has the signatures of both, and libraries accept either', () => {
  const [secret, previous] = [newWebhookSecret(), newWebhookSecret()]
  const { body, headers } = signDelivery({ secret, previous, event, eventId, data: '{}', sentAt: Date.now() })
  for (const one of [secret, previous])
    assert.deepEqual(new StandardWebhook(one).verify(body, headers), JSON.parse(body))
  const of = (key: string) => `sha256=${hmac(utf8(key), JSON.parse(body).signed_payload).toString('hex')}`
  assert.equal(headers['x-service-payload-signature'], of(secret))
  assert.equal(headers['x-service-payload-signature-previous'], of(previous))
})

describe('both signatures match their descriptions, computed by hand and by other libraries', () => {
  for (const [what, secret, key] of secrets)
    test(`with a secret that is ${what}`, () => {
      const delivery = sign(secret, '{"message":"Zażółć 🎉","post_id":7}')
      assertByHand(delivery, secret, key)
      assertByLibraries(delivery, key)
    })

  test('with a generated secret, which the libraries accept unchanged', () => {
    const secret = newWebhookSecret()
    const [, rest = ''] = /^whsec_(.+)$/.exec(secret) ?? []
    const key = Buffer.from(rest, 'base64')
    assert.equal(key.length, 32)
    assert.notEqual(newWebhookSecret(), secret)
    const { body, headers } = sign(secret, '{}')
    new SvixWebhook(secret).verify(body, headers)
    new StandardWebhook(secret).verify(body, headers)
    assertByHand({ body, headers }, secret, key)
  })
})

describe('the libraries refuse', () => {
  const secret = newWebhookSecret()
  const delivery = sign(secret, '{"post_id":7}')
  const refused: readonly (readonly [what: string, delivery: SignedDelivery, secret: string])[] = [
    ['another secret', delivery, newWebhookSecret()],
    ['another body', { ...delivery, body: delivery.body.replace('"post_id":7', '"post_id":8') }, secret],
    ['another ID', { ...delivery, headers: { ...delivery.headers, 'webhook-id': event } }, secret],
    ['an old one', sign(secret, '{}', Date.now() - 600_000), secret],
    ['one of the future', sign(secret, '{}', Date.now() + 600_000), secret],
  ]
  for (const [what, { body, headers }, used] of refused)
    test(what, () => {
      assert.throws(() => new SvixWebhook(used).verify(body, headers))
      assert.throws(() => new StandardWebhook(used).verify(body, headers))
    })
})

describe('the body', () => {
  test('repeats in its fields what signed_payload contains, whatever the data are', () => {
    const names = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', 'signed_payload', 'event', ''))
    const data = fc.dictionary(names, fc.jsonValue({ maxDepth: 6 }), { noNullPrototype: false })
    const secret = fc.oneof(
      fc.string({ unit: 'binary', minLength: 16, maxLength: 256 }),
      fc.constant(newWebhookSecret()),
    )
    const sentAt = fc.integer({ min: 0, max: 4_102_444_800_000 })
    fc.assert(
      fc.property(data, secret, sentAt, (value, given, at) => {
        const text = JSON.stringify(value)
        const delivery = sign(given, text, at)
        const { signed_payload: payload, ...outer } = JSON.parse(delivery.body)
        assert.deepEqual(JSON.parse(payload), outer)
        assert.deepEqual(outer, {
          event,
          event_id: eventId,
          data: JSON.parse(text),
          sent_at: new Date(at).toISOString(),
        })
        assert.equal(
          delivery.headers['x-service-payload-signature'],
          `sha256=${hmac(utf8(given), payload).toString('hex')}`,
        )
        assert.equal(delivery.headers['webhook-timestamp'], String(Math.floor(at / 1_000)))
      }),
    )
  })

  test('has exactly the documented fields, in their order', () => {
    const { body, headers } = sign('a secret of a length that will do', '{"post_id":7}', 1_762_074_003_120)
    const payload = `{"event":"${event}","event_id":"${eventId}","data":{"post_id":7},"sent_at":"2025-11-02T09:00:03.120Z"}`
    assert.equal(body, `${payload.slice(0, -1)},"signed_payload":${JSON.stringify(payload)}}`)
    assert.equal(payloadOf({ body, headers }), payload)
    assert.equal(headers['content-type'], 'application/json')
    assert.equal(headers['webhook-id'], eventId)
  })

  const exact: readonly (readonly [what: string, data: string])[] = [
    ['numbers that no double holds', '{"id":12345678901234567890,"ratio":0.1000000000000000055511151231257827}'],
    ['__proto__', '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}'],
    ['depth', `{"deep":${'['.repeat(500)}${']'.repeat(500)}}`],
    ['line separators and broken surrogates', '{"text":"a\u2028b\u2029c\\ud83d"}'],
    ['what looks like the end of it', '{"text":"\\"},\\"signed_payload\\":\\"{}\\"}"}'],
  ]
  for (const [what, data] of exact)
    test(`contains the data as they are stored, unchanged: ${what}`, () => {
      const secret = newWebhookSecret()
      const delivery = sign(secret, data)
      assert.ok(payloadOf(delivery).includes(`"data":${data},"sent_at"`))
      assert.ok(delivery.body.includes(`"data":${data},"sent_at"`))
      assertByHand(delivery, secret, Buffer.from(secret.slice('whsec_'.length), 'base64'))
      new SvixWebhook(secret).verify(delivery.body, delivery.headers)
    })
})
