import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { callOf } from '../harness/calls.ts'
import { operationList } from '../harness/client.ts'
import { type Instance, startInstance } from '../harness/instance.ts'
import { becomeOwner, type Person } from '../harness/people.ts'
import { sendRaw } from '../harness/raw.ts'

const api = operationList.filter(([, { tag }]) => tag !== 'description')
const unsafe = api.filter(([, { method }]) => method !== 'GET')
const publicUrl = 'https://polypost.example'

let instance: Instance
let owner: Person

before(async () => {
  instance = await startInstance('sqlite')
  owner = await becomeOwner(instance)
})
after(() => instance.stop())

type Headers = Readonly<Record<string, string>>

/** Sends the operation's example with these headers and no others. */
async function send(operation: (typeof api)[number][1], headers: Headers, base = instance.base) {
  const { method, path, body } = callOf(operation)
  const all = { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  const reply = await sendRaw(base, {
    method,
    target: `/api/v1${path}`,
    headers: Object.entries(all),
    ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
  })
  return { status: reply.status, code: reply.body?.error?.code, text: reply.text }
}

const cookie = () => ({ cookie: owner.cookie() ?? '' })

const forged: Readonly<Record<string, Headers>> = {
  'neither header': {},
  'another site': { 'sec-fetch-site': 'cross-site' },
  'another host of the same site': { 'sec-fetch-site': 'same-site' },
  'no page at all': { 'sec-fetch-site': 'none' },
  'another site that names our origin': { 'sec-fetch-site': 'cross-site', origin: 'http://127.0.0.1' },
  'another origin': { origin: 'https://evil.example' },
  'a hidden origin': { origin: 'null' },
  'a similar origin': { origin: 'http://127.0.0.1.evil.example' },
  'two values': { 'sec-fetch-site': 'same-origin, cross-site' },
}

for (const [what, headers] of Object.entries(forged))
  test(`a request with the cookie changes nothing if it comes from ${what}`, async () => {
    for (const [name, operation] of unsafe) {
      const { status, code, text } = await send(operation, { ...cookie(), ...headers })
      assert.deepEqual([status, code], [403, 'forbidden_origin'], `${name}: ${text}`)
    }
  })

test('a page of another site can’t sign anybody in', async () => {
  for (const [name, operation] of unsafe.filter(([, { scope }]) => scope === null)) {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])
      assert.equal((await send(operation, headers)).code, 'forbidden_origin', name)
    assert.notEqual((await send(operation, {})).code, 'forbidden_origin', `${name}, sent by a program`)
  }
})

test('a page of another site can’t make the browser read with the cookie', async () => {
  for (const [name, operation] of api.filter(([, { method }]) => method === 'GET')) {
    const { code } = await send(operation, { ...cookie(), 'sec-fetch-site': 'cross-site' })
    assert.equal(code, 'forbidden_origin', name)
  }
})

test('the own origin is allowed, by either header', async () => {
  const own = [{ 'sec-fetch-site': 'same-origin' }, { origin: instance.base }]
  const operation = Object.fromEntries(api).updateMe
  assert.ok(operation)
  for (const headers of own) assert.equal((await send(operation, { ...cookie(), ...headers })).status, 200)
})

test('the cookie counts for nothing outside the API', async () => {
  for (const target of ['/metrics', '/readyz', '/']) {
    const ask = async (headers: Headers) =>
      (await sendRaw(instance.base, { method: 'GET', target, headers: Object.entries(headers) })).status
    assert.equal(await ask({ ...cookie(), 'sec-fetch-site': 'same-origin' }), await ask({}), target)
  }
})

test('no response allows another origin to read it', async () => {
  const { headers } = await sendRaw(instance.base, {
    method: 'GET',
    target: '/api/v1/session',
    headers: [['origin', 'https://evil.example']],
  })
  assert.equal(headers.get('access-control-allow-origin'), null)
})

test('on https the cookie is bound to the host, and only the public origin is our own', async () => {
  const https = await startInstance('sqlite', { env: { POLYPOST_PUBLIC_URL: publicUrl } })
  try {
    const ana = await becomeOwner(https)
    const cookieOf = ana.cookie() ?? ''
    assert.match(cookieOf, /^__Host-polypost_session=/)
    const operation = Object.fromEntries(api).updateMe
    assert.ok(operation)
    assert.equal((await send(operation, { cookie: cookieOf, origin: publicUrl }, https.base)).status, 200)
    assert.equal((await send(operation, { cookie: cookieOf, origin: `${publicUrl}:8443` }, https.base)).status, 403)
    const plain = cookieOf.replace('__Host-', '')
    assert.equal((await send(operation, { cookie: plain, origin: publicUrl }, https.base)).status, 401)
  } finally {
    await https.stop()
  }
})

test('scripts can’t read the cookie, and other sites can’t send it with a form', async () => {
  const reply = await owner.ask('POST', '/session', {
    body: { email: owner.email, password: 'four words and a comma' },
  })
  const [set = ''] = reply.headers.getSetCookie()
  assert.match(set, /^polypost_session=[A-Za-z0-9]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/)
})
