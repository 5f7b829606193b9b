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
import { receiverEnv, startReceiver } from '../harness/receiver.ts'
import { type Signed, sendSigned, signedByHand, withHeaders } from '../harness/signed.ts'

const header = 'x-service-payload-signature'
const otherSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const found = examples.filter(isHere)

let instance: Instance
let folder: string
/** As Polypost itself sent it, and what signed it. */
let delivery: Signed
let secret: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polypost-examples-'))
  instance = await startInstance('sqlite', { env: receiverEnv })
  const receiver = await startReceiver()
  const { body } = await instance.owner('POST', '/webhooks', { body: { url: receiver.url } })
  secret = body.secret
  await instance.owner('POST', `/webhooks/${body.id}/test`)
  const one = await eventually('a delivery has come', () => receiver.received[0])
  delivery = { body: one.text, headers: { [header]: one.headers[header] ?? '' } }
  await receiver.stop()
})
after(async () => {
  await instance.stop()
  await rm(folder, { recursive: true, force: true })
})

const eventId = () => JSON.parse(delivery.body).event_id

/** The same delivery with something else in its body, its headers as they were. */
const changed = (change: (body: Record<string, unknown>) => object): Signed => ({
  ...delivery,
  body: JSON.stringify(change(JSON.parse(delivery.body))),
})

/** Each made when it is needed, as the delivery comes after this file has been read. */
const refused: readonly (readonly [what: string, make: () => Signed])[] = [
  [
    'what was signed is changed',
    () => changed((body) => ({ ...body, signed_payload: String(body.signed_payload).replace('completed', 'failed') })),
  ],
  ['another secret signed it', () => signedByHand({ secret: otherSecret })],
  ['the header is missing', () => withHeaders(delivery, { [header]: null })],
  ['the header is empty', () => withHeaders(delivery, { [header]: '' })],
  ['the digest is too short', () => withHeaders(delivery, { [header]: (delivery.headers[header] ?? '').slice(0, -1) })],
  ['the digest is too long', () => withHeaders(delivery, { [header]: `${delivery.headers[header]}0` })],
  ['the digest is another', () => withHeaders(delivery, { [header]: `sha256=${'0'.repeat(64)}` })],
  ['the digest stands alone', () => withHeaders(delivery, { [header]: (delivery.headers[header] ?? '').slice(7) })],
  ['the header is beyond ASCII', () => withHeaders(delivery, { [header]: `sha256=${'ä'.repeat(64)}` })],
  ['it is old', () => signedByHand({ secret, sentAt: Date.now() - 600_000 })],
  ['it is from the future', () => signedByHand({ secret, sentAt: Date.now() + 600_000 })],
  ['nothing was signed', () => changed(({ signed_payload: _, ...body }) => body)],
  ['what was signed is no text', () => changed((body) => ({ ...body, signed_payload: { event: 'post.published' } }))],
  ['the body is a list', () => ({ ...delivery, body: '[]' })],
  ['the body is null', () => ({ ...delivery, body: 'null' })],
  ['the body is no JSON', () => ({ ...delivery, body: 'hello' })],
  ['the body is cut off', () => ({ ...delivery, body: delivery.body.slice(0, -2) })],
]

test('an example is tested where its language is on the machine; Node always is', (t) => {
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

    test('takes what Polypost sent, again and again, and reads only what was signed', async () => {
      assert.equal(await sendSigned(running.url, delivery), 200)
      const lying = changed((body) => ({ ...body, event: 'post.lied', data: { lied: true } }))
      assert.equal(await sendSigned(running.url, lying), 200)
      await eventually('both are printed', () => times(`post.published ${eventId()}`) === 2)
      assert.equal(times('lied'), 0)
    })

    for (const [what, make] of refused)
      test(`refuses a delivery where ${what}`, async () => {
        const before = times('post.')
        assert.equal(await sendSigned(running.url, make()), 401)
        assert.equal(times('post.'), before)
      })

    test('outlives what is much too large, and what breaks off', async () => {
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

    test('lets nobody in where it was given no secret', async (t) => {
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

  test('are about ten, and take what Polypost sent', async () => {
    const lines = (await docsCode()).trim().split('\n')
    assert.ok(lines.length <= 12, `${lines.length} lines`)
    assert.equal(eventOf(delivery.body, delivery.headers[header], secret).event_id, eventId())
    const lying = changed((body) => ({ ...body, event: 'post.lied' }))
    assert.equal(eventOf(lying.body, lying.headers[header], secret).event, 'post.published')
  })

  for (const [what, make] of refused)
    test(`refuse a delivery where ${what}`, () => {
      const { body, headers } = make()
      assert.throws(() => eventOf(body, headers[header], secret))
    })
})

test('the docs name every example', async () => {
  const page = await readFile(docs('webhooks.md'), 'utf8')
  for (const { file } of examples) assert.ok(page.includes(`(webhooks/${basename(file)})`), file)
})
