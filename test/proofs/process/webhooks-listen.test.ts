import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { eventually } from '../../harness/eventually.ts'
import { startInstance } from '../../harness/instance.ts'
import { type LaunchedProcess, launch, runCommand } from '../../harness/process.ts'
import { startHttp } from '../../harness/servers/http-server.ts'
import { receiverEnv } from '../../harness/servers/receiver.ts'
import { type SignedRequest, sendSigned, signedByHand, withHeaders } from '../../harness/signed.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const otherSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`

let running: LaunchedProcess
let url: string
before(async () => {
  running = launch(['webhooks', 'listen', '--receive', '--port', '0', '--secret', secret], {})
  url = await addressOf(running)
})
after(() => running.end('SIGKILL'))

/** Resolves when the whole greeting was printed. */
function addressOf({ process, output }: LaunchedProcess): Promise<string> {
  return eventually('it listens', () => {
    assert.equal(process.exitCode, null, output())
    return /Listening at (http:\S+) for.+127\.0\.0\.0\/8\n/s.exec(output())?.[1]
  })
}

/** The output from now until a response has arrived. */
async function received(work: () => Promise<number>): Promise<{ status: number; printed: string }> {
  const before = running.output().length
  const status = await work()
  const printed = await eventually('something is printed', () => /^.+\n\n$/s.exec(running.output().slice(before))?.[0])
  return { status, printed }
}

const said = ({ printed }: { printed: string }) =>
  ['X-Service-Payload-Signature', 'Standard Webhooks headers'].map(
    (name) => new RegExp(`${name} +(.+)`).exec(printed)?.[1] ?? '',
  )

test('a delivery is printed with its data and the result of its signature checks; a repeated one is marked', async () => {
  const eventId = '019a43f2-0000-7000-8000-000000000001'
  const delivery = signedByHand({ secret, eventId, data: { post_id: 7, jobs: [{ jobId: 8 }] } })
  const first = await received(() => sendSigned(url, delivery))
  assert.equal(first.status, 200)
  assert.match(first.printed, /^post\.published {2}019a43f2-0000-7000-8000-000000000001\n/)
  assert.deepEqual(said(first), ['valid', 'valid'])
  assert.ok(first.printed.includes('\n    "post_id": 7,\n    "jobs": [\n'), first.printed)
  const later = signedByHand({ secret, eventId, sentAt: Date.now() + 1_000 })
  assert.match((await received(() => sendSigned(url, later))).printed, /received 2 times/)
  assert.match((await received(() => sendSigned(url, later))).printed, /received 3 times/)
})

test('a delivery from Polypost itself is valid', async () => {
  const instance = await startInstance('sqlite', { env: receiverEnv })
  try {
    const { id } = (await instance.owner('POST', '/webhooks', { body: { url, secret } })).body
    const one = await received(async () => (await instance.owner('POST', `/webhooks/${id}/test`)).status)
    assert.deepEqual(said(one), ['valid', 'valid'])
    assert.match(one.printed, /"test": true/)
    await eventually('it is delivered', async () => {
      const { deliveries } = (await instance.owner('GET', `/webhooks/${id}/deliveries`)).body
      return deliveries[0].status === 'delivered'
    })
  } finally {
    await instance.stop()
  }
})

test('a valid delivery is sent on unchanged, and the status of the program is returned', async () => {
  const arrived: string[] = []
  const program = await startHttp(async (request, response) => {
    arrived.push(await text(request), String(request.headers['webhook-id']))
    response.writeHead(503).end('Later.')
  })
  const forwarding = launch(
    ['webhooks', 'listen', '--receive', '--port', '0', '--secret', secret, '--forward-to', `${program.origin}/hooks`],
    {},
  )
  const address = await addressOf(forwarding)
  const delivery = signedByHand({ secret })
  assert.equal(await sendSigned(address, delivery), 503)
  assert.equal(await sendSigned(address, signedByHand({ secret: otherSecret })), 401)
  assert.deepEqual(arrived, [delivery.body, delivery.headers['webhook-id']])
  await program.stop()
  assert.equal(await sendSigned(address, delivery), 502)
  await forwarding.end('SIGKILL')
})

describe('an invalid delivery is refused with the reason', () => {
  const right = signedByHand({ secret })
  const hours = 3_600_000
  const past = signedByHand({ secret, sentAt: Date.now() - hours })
  const future = signedByHand({ secret, sentAt: Date.now() + hours })
  const changed = { ...right, body: right.body.replace('"post_id":7', '"post_id":8') }
  const ownHeader = 'x-service-payload-signature'
  const noDigest = /not “sha256=” followed by 64/
  const anotherSecret = /^INVALID: It was created with another secret/
  const onTheWay = /^INVALID: The body or a header was changed in transit/
  const off = /^INVALID: It is valid, but was sent at 2.+5 minutes old/
  const cases: readonly (readonly [what: string, delivery: SignedRequest, own: RegExp, standard: RegExp])[] = [
    ['made with another secret', signedByHand({ secret: otherSecret }), anotherSecret, anotherSecret],
    ['changed where only one signature looks', changed, /^valid$/, onTheWay],
    [
      'changed where both look',
      { ...right, body: right.body.replace('post_id\\":7', 'post_id\\":8') },
      onTheWay,
      onTheWay,
    ],
    ['old', past, off, off],
    ['from the future', future, off, off],
    ['without its own header', withHeaders(right, { [ownHeader]: null }), /^INVALID: The header is missing/, /^valid$/],
    ['with a digest that is cut off', withHeaders(right, { [ownHeader]: 'sha256=abc' }), noDigest, /^valid$/],
    [
      'with a digest of capitals',
      withHeaders(right, { [ownHeader]: (right.headers[ownHeader] ?? '').toUpperCase() }),
      noDigest,
      /^valid$/,
    ],
    ['with a digest of another', withHeaders(right, { [ownHeader]: `sha256=${'0'.repeat(64)}` }), onTheWay, /^valid$/],
    ['without webhook-id', withHeaders(right, { 'webhook-id': null }), /^valid$/, /One of the three headers/],
    ['with a strange time', withHeaders(right, { 'webhook-timestamp': 'now' }), /^valid$/, /not a number of seconds/],
    ['with a strange signature', withHeaders(right, { 'webhook-signature': 'v2,a' }), /^valid$/, /not “v1,”/],
    ['with another ID', withHeaders(right, { 'webhook-id': 'a' }), /^valid$/, onTheWay],
  ]
  for (const [what, delivery, own, standard] of cases)
    test(what, async () => {
      const one = await received(() => sendSigned(url, delivery))
      assert.equal(one.status, 401)
      const [first = '', second = ''] = said(one)
      assert.match(first, own)
      assert.match(second, standard)
    })

  test('one valid signature among several is enough', async () => {
    const signatures = `v1,AAAA ${right.headers['webhook-signature']}`
    const one = await received(() => sendSigned(url, withHeaders(right, { 'webhook-signature': signatures })))
    assert.deepEqual([one.status, ...said(one)], [200, 'valid', 'valid'])
  })
})

test('a request that is not a delivery is refused, and the command keeps running', async () => {
  const post = async (body: string) => (await fetch(url, { method: 'POST', body })).status
  for (const body of ['', 'hello', 'null', '[]', '{}', '{"signed_payload":7}', '{"signed_payload":"{}"}'])
    assert.deepEqual((await received(() => post(body))).status, 400, body)
  const huge = await received(() => post('x'.repeat(2 * 1024 * 1024)).catch(() => 413))
  assert.match(huge.printed, /more than 1048576 bytes/)
  assert.equal((await fetch(url)).status, 405)
  assert.equal((await received(() => sendSigned(url, signedByHand({ secret })))).status, 200)
})

test('no input can control the terminal', async () => {
  const data = { text: 'a\u001b[2Jb\u009b2Jc\u202ed' }
  const { printed } = await received(() => sendSigned(url, signedByHand({ secret, data })))
  assert.doesNotMatch(printed, /[^\P{C}\n]/u)
  assert.match(printed, /b\\u\{9b\}2Jc\\u\{202e\}d/)
  const plain = await received(async () => (await fetch(url, { method: 'POST', body: '\u001b[2J' })).status)
  assert.doesNotMatch(plain.printed, /[^\P{C}\n]/u)
})

test('it generates a secret, prints how to create a webhook with it, responds as configured, and ends on a signal', async (t) => {
  const own = launch(['webhooks', 'listen', '--receive', '--port', '0', '--status', '503'], { POLYPOST_OWNER_KEY: '' })
  t.after(() => own.end('SIGKILL'))
  const address = await addressOf(own)
  const [, url, made = ''] = /polypost webhooks create --url (\S+) --secret (\S+)$/m.exec(own.output()) ?? []
  assert.equal(url, address)
  assert.match(made, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.equal(await sendSigned(address, signedByHand({ secret: made })), 503)
  assert.equal(await own.end('SIGTERM'), 0)
})

test('an impossible command is reported in one sentence', async () => {
  const cases: readonly (readonly [code: number, sentence: RegExp, ...args: string[]])[] = [
    [1, /cannot listen on port \d+\. Choose another port/, '--port', new URL(url).port],
    [2, /from 0 to 65535/, '--port', '65536'],
    [2, /16 to 256 characters/, '--secret', 'short'],
    [2, /from 200 to 599/, '--status', '100'],
  ]
  await Promise.all(
    cases.map(async ([expected, sentence, ...args]) => {
      const { code, output } = await runCommand(['webhooks', 'listen', '--receive', ...args], {})
      assert.match(output, sentence)
      assert.doesNotMatch(output, /^\s+at |node:internal/m)
      assert.equal(code, expected)
    }),
  )
})
