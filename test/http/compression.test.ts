import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { operationList } from '../harness/client.ts'
import { type Instance, ownerKey, startInstance } from '../harness/instance.ts'

let instance: Instance
before(async () => {
  instance = await startInstance('sqlite')
})
after(() => instance.stop())

interface Received {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly bytes: Buffer
}

/** The bytes as they were sent. `fetch` would decode them. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Received> =>
  new Promise((resolve, reject) => {
    const sent = request(
      instance.base + path,
      { method, headers: { authorization: `Bearer ${ownerKey}`, ...headers } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
        )
      },
    )
    sent.on('error', reject).end()
  })

const large = '/api/v1/platforms'

test('a large answer is sent in the best encoding that the client accepts, with the same content', async () => {
  const plain = await get(large)
  assert.equal(plain.headers['content-encoding'], undefined)
  const ways = [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ] as const
  for (const [accepted, encoding, open] of ways) {
    const { headers, bytes } = await get(large, { 'accept-encoding': accepted })
    assert.deepEqual([headers['content-encoding'], headers.vary], [encoding, 'accept-encoding'], accepted)
    assert.equal(Number(headers['content-length']), bytes.length)
    assert.ok(bytes.length < plain.bytes.length / 3, `${bytes.length} of ${plain.bytes.length} bytes`)
    assert.deepEqual(open(bytes), plain.bytes)
  }
  for (const accepted of ['identity', 'deflate', '', 'gzip;q=0'])
    assert.equal((await get(large, { 'accept-encoding': accepted })).headers['content-encoding'], undefined, accepted)
})

test('a small answer is not compressed, and a large error is', async () => {
  const accept = { 'accept-encoding': 'gzip, br' }
  assert.equal((await get('/healthz', accept)).headers['content-encoding'], undefined)
  const unknown = Array.from({ length: 40 }, (_, at) => `unknown_${at}=1`).join('&')
  const refused = await get(`/api/v1/posts?${unknown}`, accept)
  assert.deepEqual([refused.status, refused.headers['content-encoding']], [400, 'br'])
  assert.equal(JSON.parse(brotliDecompressSync(refused.bytes).toString()).error.details.length, 40)
})

test('an answer about keys, sessions or secrets is never compressed', async () => {
  const accept = { 'accept-encoding': 'gzip, br' }
  const many = Array.from({ length: 12 }, (_, at) => `A key with a long name to fill the list, number ${at}`)
  for (const name of many) await instance.owner('POST', '/keys', { body: { name, scopes: ['read'] } })
  const keys = await get('/api/v1/keys', accept)
  assert.deepEqual([keys.status, keys.headers['content-encoding'], keys.headers.vary], [200, undefined, undefined])
  assert.ok(keys.bytes.length > 1024, String(keys.bytes.length))
  const unknown = Array.from({ length: 40 }, (_, at) => `unknown_${at}=1`).join('&')
  const path = operationList.find(([name]) => name === 'getCallbackSecret')?.[1].path
  assert.equal((await get(`/api/v1${path}?${unknown}`, accept)).headers['content-encoding'], undefined)
})

for (const [name, { path }] of operationList.filter(([, { tagged }]) => tagged))
  test(`${name}: with the tag of the answer, an unchanged one is 304 without a body, in every encoding`, async () => {
    const at = `/api/v1${path}`
    const first = await get(at)
    const tag = String(first.headers.etag)
    assert.match(tag, /^W\/"[\w-]{20,}"$/)
    for (const accepted of ['identity', 'gzip', 'br']) {
      const again = await get(at, { 'if-none-match': `"other", ${tag}`, 'accept-encoding': accepted })
      assert.deepEqual([again.status, again.bytes.length, again.headers.etag], [304, 0, tag])
      assert.ok(again.headers['x-request-id'] && again.headers.ratelimit)
    }
    assert.equal((await get(at, { 'if-none-match': '"other"' })).status, 200)
    assert.equal(
      (await get(at, { 'if-none-match': tag, authorization: 'Bearer pp_wrong' })).status,
      path === '/openapi.json' ? 304 : 401,
    )
  })

test('a change makes another tag', async () => {
  const before = await get('/api/v1/profiles')
  assert.equal((await instance.owner('POST', '/profiles', { body: { name: 'Another' } })).status, 200)
  const { status } = await get('/api/v1/profiles', { 'if-none-match': String(before.headers.etag) })
  assert.equal(status, 200)
})

test('the script of the reference page is sent unpacked at most 10 times a minute, and packed to everybody else', async () => {
  const script = '/api/v1/docs/reference.js'
  const statuses = []
  for (let tries = 0; tries < 12; tries += 1) statuses.push((await get(script)).status)
  assert.deepEqual(statuses, [...Array(10).fill(200), 429, 429])
  const packed = await get(script, { 'accept-encoding': 'gzip' })
  assert.deepEqual([packed.status, packed.headers['content-encoding']], [200, 'gzip'])
  assert.equal(
    (await get(script, { 'accept-encoding': 'gzip', 'if-none-match': String(packed.headers.etag) })).status,
    304,
  )
})
