import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSandbox } from '../../src/sandbox/server/server.ts'
import { systemClock } from '../../src/system/clock.ts'
import { createLog } from '../../src/system/log.ts'
import { jsonOf, startSandbox, type TestSandbox } from '../harness/sandbox.ts'
import { smallPlatform } from '../harness/small-platform.ts'

let sandbox: TestSandbox
before(async () => {
  sandbox = await startSandbox({ small: smallPlatform(), other: smallPlatform() })
})
after(() => sandbox.stop())

const api = () => `${sandbox.address}/small/api`
const echo = async (path: string, init: RequestInit) =>
  jsonOf(await fetch(`${api()}/echo/${path}`, { method: 'POST', ...init }))

test('a route gets its path parameters decoded, and its query', async () => {
  const { what, query } = await echo('a%2Fb%20c?x=1&y=', {})
  assert.deepEqual([what, query], ['a/b c', { x: '1', y: '' }])
  assert.equal((await fetch(`${api()}/echo/%E0%A4%A`, { method: 'POST' })).status, 404)
  assert.equal((await fetch(`${api()}/echo/a/b`, { method: 'POST' })).status, 404)
})

test('a body is read as JSON, as a form, and in parts', async () => {
  assert.deepEqual((await echo('json', { body: '{"a":[1]}' })).json, { a: [1] })
  assert.equal((await echo('json', { body: '{"a":' })).json, null)
  assert.deepEqual((await echo('form', { body: new URLSearchParams({ a: 'b c' }) })).form, { a: 'b c' })
  const form = new FormData()
  form.set('index', '3')
  form.set('media', new Blob(['\r\n--bytes--\r\n'], { type: 'video/mp4' }), 'a "film".mp4')
  const { parts } = await echo('parts', { body: form })
  assert.deepEqual(parts, [
    { name: 'index', filename: null, contentType: null, text: '3' },
    { name: 'media', filename: 'a %22film%22.mp4', contentType: 'video/mp4', text: '\r\n--bytes--\r\n' },
  ])
})

test('of a large body only the start is stored, and all of it is counted and hashed', async () => {
  const body = new Uint8Array(20 * 1024 * 1024).fill(7)
  const { size, kept, sha256 } = await echo('large', { body })
  assert.deepEqual([size, kept], [body.length, 16 * 1024 * 1024])
  assert.equal(sha256, createHash('sha256').update(body).digest('hex'))
})

test('a route that throws changes nothing, and is reported', async () => {
  const { status } = await fetch(`${api()}/broken`, { method: 'POST' })
  assert.equal(status, 500)
  const [last] = (await sandbox.requests('small')).slice(-1)
  assert.deepEqual([last?.path, last?.status], ['/small/api/broken', 500])
})

test('a route can be asynchronous', async () => {
  assert.deepEqual(await (await fetch(`${api()}/later`)).json(), { later: true })
})

test('a simulator is loaded at the first use of its platform, once, and time passes only where there are posts', async () => {
  const loaded: string[] = []
  const load = (name: string) => async () => {
    loaded.push(name)
    return { ...smallPlatform(), grow: () => loaded.push(`${name} grows`) }
  }
  const lazy = await createSandbox({
    platforms: ['used', 'unused'].map((name) => ({ name, load: load(name) })),
    file: null,
    port: 0,
    scale: 20_000,
    growth: true,
    clock: systemClock,
    log: createLog({ level: 'silent', pretty: false }),
  })
  try {
    await sleep(50)
    assert.deepEqual(loaded, [])
    await Promise.all([1, 2].map(() => fetch(`${lazy.address}/used/api/later`)))
    await sleep(50)
    assert.deepEqual(loaded, ['used'])
  } finally {
    await lazy.stop()
  }
})

test('platforms know nothing of each other', async () => {
  await fetch(`${sandbox.address}/other/api/later`)
  const requests = await sandbox.requests('other')
  assert.deepEqual(
    requests.map(({ path }) => path),
    ['/other/api/later'],
  )
})

test('a host can also have its own port, and then reports that address', async () => {
  const addressOf = async (base: string) => (await jsonOf(await fetch(`${base}/address`))).address
  assert.equal(await addressOf(api()), api())
  const own = await sandbox.serveHost('small', 'api')
  assert.deepEqual([await addressOf(own.address), await addressOf(api())], [own.address, own.address])
  await own.stop()
  assert.equal(await addressOf(api()), api())
  await assert.rejects(fetch(`${own.address}/address`))
  await assert.rejects(sandbox.serveHost('nowhere', 'api'), /no simulated platform nowhere/)
})
