import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { eventually } from '../harness/eventually.ts'
import {
  docs,
  docsCode,
  docsReceiver,
  examples,
  isHere,
  type RunningExample,
  startExample,
} from '../harness/example.ts'
import { type Instance, startInstance } from '../harness/instance.ts'
import { receiverEnv, startReceiver } from '../harness/servers/receiver.ts'
import { type SignedRequest, sendSigned, signedByHand, withHeaders } from '../harness/signed.ts'

const header = 'x-service-payload-signature'
const otherSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const found = examples.filter(isHere)

let instance: Instance
let folder: string
/** A delivery of Polypost, and the secret that signed it. */
let delivery: SignedRequest
let secret: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polypost-examples-'))
  instance = await startInstance('sqlite', { env: receiverEnv })
  const receiver = await startReceiver()
  const { body } = await instance.owner('POST', '/webhooks', { body: { url: receiver.url } })
  secret = body.secret
  await instance.owner('POST', `/webhooks/${body.id}/test`)
  const one = await eventually('a delivery has arrived', () => receiver.received[0])
  delivery = { body: one.text, headers: { [header]: one.headers[header] ?? '' } }
  await receiver.stop()
})
after(async () => {
  await instance.stop()
  await rm(folder, { recursive: true, force: true })
})

const eventId = () => JSON.parse(delivery.body).event_id

/** The same delivery with a changed body and unchanged headers. */
const changed = (change: (body: Record<string, unknown>) => object): SignedRequest => ({
  ...delivery,
  body: JSON.stringify(change(JSON.parse(delivery.body))),
})

/** Functions, because the delivery arrives after this file was loaded. */
const refused: readonly (readonly [what: string, make: () => SignedRequest])[] = [
  [
    'the signed text is changed',
    () => changed((body) => ({ ...body, signed_payload: String(body.signed_payload).replace('completed', 'failed') })),
  ],
  ['another secret signed it', () => signedByHand({ secret: otherSecret })],
  ['the header is missing', () => withHeaders(delivery, { [header]: null })],
  ['the header is empty', () => withHeaders(delivery, { [header]: '' })],
  ['the digest is too short', () => withHeaders(delivery, { [header]: (delivery.headers[header] ?? '').slice(0, -1) })],
  ['the digest is too long', () => withHeaders(delivery, { [header]: `${delivery.headers[header]}0` })],
  ['the digest is wrong', () => withHeaders(delivery, { [header]: `sha256=${'0'.repeat(64)}` })],
  ['the digest has no prefix', () => withHeaders(delivery, { [header]: (delivery.headers[header] ?? '').slice(7) })],
  ['the header is not ASCII', () => withHeaders(delivery, { [header]: `sha256=${'ä'.repeat(64)}` })],
  ['the delivery is old', () => signedByHand({ secret, sentAt: Date.now() - 600_000 })],
  ['the delivery is from the future', () => signedByHand({ secret, sentAt: Date.now() + 600_000 })],
  ['signed_payload is missing', () => changed(({ signed_payload: _, ...body }) => body)],
  [
    'signed_payload is not a string',
    () => changed((body) => ({ ...body, signed_payload: { event: 'post.published' } })),
  ],
  ['the body is a list', () => ({ ...delivery, body: '[]' })],
  ['the body is null', () => ({ ...delivery, body: 'null' })],
  ['the body is not JSON', () => ({ ...delivery, body: 'hello' })],
  ['the body is cut off', () => ({ ...delivery, body: delivery.body.slice(0, -2) })],
]

test('an example is tested if its language is installed; Node always is', (t) => {
  t.diagnostic(`found: ${found.map(({ file }) => file).join(', ')} of ${examples.map(({ file }) => file).join(', ')}`)
  assert.ok(found.some(({ file }) => file === 'verify.mjs'))
})

for (const example of found)
  describe(`${example.file} of the docs`, () => {
    let running: RunningExample
    before(async () => {
      running = await startExample(example, secret, folder)
      assert.equal(running.exitCode(), null, running.output())
    })
    after(() => running.stop())

    const times = (text: string) => running.output().split(text).length - 1

    test('accepts a delivery of Polypost, repeatedly, and reads only the signed text', async () => {
      assert.equal(await sendSigned(running.url, delivery), 200)
      const lying = changed((body) => ({ ...body, event: 'post.lied', data: { lied: true } }))
      assert.equal(await sendSigned(running.url, lying), 200)
      await eventually('both are printed', () => times(`post.published ${eventId()}`) === 2)
      assert.equal(times('lied'), 0)
    })

    for (const [what, make] of refused)
      test(`refuses a delivery if ${what}`, async () => {
        const before = times('post.')
        assert.equal(await sendSigned(running.url, make()), 401)
        assert.equal(times('post.'), before)
      })

    test('survives a body that is much too large, and a broken connection', async () => {
      const huge = { ...delivery, body: `"${'x'.repeat(3 * 1024 * 1024)}"` }
      assert.notEqual(await sendSigned(running.url, huge).catch(() => 0), 200)
      const broken = new AbortController()
      const sending = fetch(running.url, {
        method: 'POST',
        duplex: 'half',
        signal: broken.signal,
        body: new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from('{')) }),
      })
      setTimeout(() => broken.abort(), 50)
      await sending.catch(() => {})
      assert.equal(await sendSigned(running.url, delivery), 200)
    })

    test('accepts nothing if it has no secret', async (t) => {
      const open = await startExample(example, '', folder)
      t.after(() => open.stop())
      if (open.exitCode() === null) assert.equal(await sendSigned(open.url, signedByHand({ secret: '' })), 500)
      else assert.notEqual(open.exitCode(), 0)
    })
  })

describe('the ten lines of docs/webhooks.md', () => {
  let eventOf: Awaited<ReturnType<typeof docsReceiver>>
  before(async () => {
    eventOf = await docsReceiver()
  })

  test('are about ten, and accept a delivery of Polypost', async () => {
    const lines = (await docsCode()).trim().split('\n')
    assert.ok(lines.length <= 12, `${lines.length} lines`)
    assert.equal(eventOf(delivery.body, delivery.headers[header], secret).event_id, eventId())
    const lying = changed((body) => ({ ...body, event: 'post.lied' }))
    assert.equal(eventOf(lying.body, lying.headers[header], secret).event, 'post.published')
  })

  for (const [what, make] of refused)
    test(`refuse a delivery if ${what}`, () => {
      const { body, headers } = make()
      assert.throws(() => eventOf(body, headers[header], secret))
    })
})

test('the docs name every example', async () => {
  const page = await readFile(docs('webhooks.md'), 'utf8')
  for (const { file } of examples) assert.ok(page.includes(`(webhooks/${basename(file)})`), file)
})
