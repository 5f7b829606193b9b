import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { DatabaseKind } from '../../src/store/engine/database.ts'
import { createClient } from '../harness/client.ts'
import { openConnection, requestHead } from '../harness/connection.ts'
import { type InstanceData, onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { ownerKey } from '../harness/instance.ts'
import { withDatabase } from '../harness/rows.ts'
import { setStage } from '../harness/stage.ts'

interface Line {
  readonly level: number
  readonly msg: string
  readonly request_id?: string
  readonly [field: string]: unknown
}

const info = 30
const error = 50

const linesOf = (output: string): Line[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line))

/** From here on no settings can be stored; PostgreSQL’s error for it contains the whole row. */
const refuseSettings = (instanceData: InstanceData, kind: DatabaseKind) =>
  withDatabase(instanceData, (db) =>
    (kind === 'postgres'
      ? sql`alter table profile_settings add constraint refused check (brand is null) not valid`
      : sql`create trigger refused before insert on profile_settings begin select raise(abort, 'refused'); end`
    ).execute(db),
  )

onEachDatabase((kind) => {
  test('every request leaves one line with its ID, user, method, operation, status and duration', async (t) => {
    const server = await (await setStage(t, kind)).start()
    const ask = createClient(server.base, ownerKey)
    const user = await ask('POST', '/admin/users', { body: { email: 'ana@example.com' } })
    const made = await ask('POST', `/admin/users/${user.body.data.id}/keys`, { body: { name: 'test' } })
    const { key } = made.body.data
    const send = [
      ['GET', '/profiles', { key }, 'listProfiles'],
      ['POST', '/profiles', { key, body: { name: '' } }, 'createProfile'],
      ['POST', '/profiles', { key, raw: '{' }, 'createProfile'],
      ['GET', '/admin/users', { key }, 'listUsers'],
      ['GET', '/profiles', { key: null }, 'listProfiles'],
      ['GET', '/no-such-path', { key }, 'unknown'],
      ['PUT', '/profiles', { key }, 'unknown'],
      ['GET', '/openapi.json', { key: null }, 'getOpenapi'],
      ['GET', '/profiles/%zz', { key: null }, 'unknown'],
      ['GET', `/no-such-path/${'secret'.repeat(5)}/${'ab/'.repeat(50)}?q=query`, { key }, 'unknown'],
    ] as const
    const paths: Readonly<Record<string, string>> = {
      '/no-such-path': '/api/v1/no-such-path',
      '/profiles': '/api/v1/profiles',
      '/profiles/%zz': '/api/v1/profiles/%zz',
    }
    const expected = []
    for (const [at, [method, path, options, operation]] of send.entries()) {
      const id = `request-${at}`
      const { status } = await ask(method, path, { ...options, headers: { 'x-request-id': id } })
      const user_id = options.key === null ? undefined : user.body.data.id
      const unknown = paths[path] ?? `/api/v1/no-such-path/…/${'ab/'.repeat(50)}`.slice(0, 100)
      const where = { method, operation, path: operation === 'unknown' ? unknown : undefined }
      expected.push({ level: info, msg: 'request', role: 'start', request_id: id, user_id, ...where, status })
    }
    const ours = () => linesOf(server.output()).filter(({ request_id }) => request_id?.startsWith('request-'))
    await eventually('the last line is written', () => ours().length >= expected.length)
    assert.deepEqual(
      ours().map(({ level, msg, role, request_id, user_id, method, operation, path, status }) => {
        return { level, msg, role, request_id, user_id, method, operation, path, status }
      }),
      expected,
    )
    for (const { duration_ms, time, version, address } of ours()) {
      assert.ok(typeof duration_ms === 'number' && duration_ms >= 0)
      assert.ok(typeof version === 'string' && address === undefined)
      assert.match(String(time), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    }
  })

  test('an internal error is logged with its request ID, and the caller sees no internals', async (t) => {
    const { data: instanceData, start } = await setStage(t, kind)
    const server = await start()
    const ask = createClient(server.base, ownerKey)
    await withDatabase(instanceData, (db) => sql`drop table profile_settings`.execute(db))
    const { status, body, text } = await ask('GET', '/settings')
    assert.deepEqual([status, body.error.code, body.error.details], [500, 'internal_error', []])
    assert.doesNotMatch(text, /profile_settings|relation|table|sql|\.ts|node:|at /i)
    const own = () => linesOf(server.output()).filter(({ request_id }) => request_id === body.request_id)
    await eventually('both lines are written', () => own().length === 2)
    const [fault, request] = own()
    assert.deepEqual([fault?.level, request?.level, request?.status], [error, info, 500])
    assert.match(JSON.stringify(fault), /profile_settings.*\.ts:\d+/)
    assert.equal((await ask('GET', '/profiles')).status, 200)
  })

  test('a client that disconnects in the middle of its request is not logged as an error of the service', async (t) => {
    const server = await (await setStage(t, kind)).start()
    const headers = { authorization: `Bearer ${ownerKey}`, 'x-request-id': 'gone', 'content-length': '100' }
    const connection = await openConnection(server.base)
    connection.send(requestHead('POST', '/api/v1/profiles', { ...headers, 'content-type': 'application/json' }))
    connection.send('{"name"')
    // A response to the next request shows that the first has been handled.
    await createClient(server.base, ownerKey)('GET', '/profiles')
    connection.drop()
    const own = () => linesOf(server.output()).filter(({ request_id }) => request_id === 'gone')
    await eventually('its line is written', () => own().length > 0)
    await server.end('SIGTERM')
    assert.deepEqual([own().length, own()[0]?.operation], [1, 'createProfile'])
    assert.deepEqual(
      linesOf(server.output()).filter(({ level }) => level > info),
      [],
    )
  })

  test('no key, secret, password or brand text is ever logged, not even with an error', async (t) => {
    const { data: instanceData, start, run } = await setStage(t, kind)
    const secrets = {
      POLYPOST_METRICS_TOKEN: 'metrics-token-not-to-be-seen',
      POLYPOST_SECRET_KEY: 'secret-key-not-to-be-seen-anywhere-at-all',
    }
    const url = instanceData.env.DATABASE_URL && new URL(instanceData.env.DATABASE_URL)
    if (url) url.password = 'password-not-to-be-seen'
    const env = { ...secrets, ...(url ? { DATABASE_URL: url.href } : {}) }
    const server = await start('start', env)
    const ask = createClient(server.base, ownerKey)
    const made = await ask('POST', '/admin/users', { body: { email: 'ana@example.com' } })
    const { body } = await ask('POST', `/admin/users/${made.body.data.id}/keys`, { body: { name: 'test' } })
    const brand = { business_name: 'brand-not-to-be-seen', faq: 'faq-not-to-be-seen' }

    const wrong = 'pp_wrong-key-not-to-be-seen'
    const { key } = body.data
    const statuses = []
    statuses.push((await ask('POST', '/settings', { key, body: brand })).status)
    statuses.push((await ask('POST', '/settings', { key, body: { ...brand, typo: 'typo-not-to-be-seen' } })).status)
    statuses.push((await ask('GET', '/profiles?key=query-not-to-be-seen', { key })).status)
    statuses.push((await ask('GET', '/profiles', { key: wrong })).status)
    const hook = { url: 'https://acme.example/hook', secret: 'webhook-secret-not-to-be-seen' }
    statuses.push((await ask('POST', '/webhooks', { key, body: hook })).status)
    statuses.push((await ask('POST', '/webhooks', { key, body: { ...hook, url: 'http://127.0.0.1/' } })).status)
    const signing = (await ask('GET', '/callback-secret', { key })).body.data.secret
    await fetch(`${server.base}/metrics`, { headers: { authorization: `Bearer ${secrets.POLYPOST_METRICS_TOKEN}` } })
    await refuseSettings(instanceData, kind)
    statuses.push((await ask('POST', '/settings', { body: brand })).status)
    await withDatabase(instanceData, (db) => sql`drop table profile_settings`.execute(db))
    statuses.push((await ask('POST', '/settings', { key, body: brand })).status)
    assert.deepEqual(statuses, [200, 400, 400, 401, 200, 422, 500, 500])
    await server.end('SIGTERM')
    const listed = await run(['users', 'list'], env)

    const printed = server.output() + listed.output
    assert.ok(linesOf(printed).filter(({ level }) => level === error).length >= 2)
    assert.doesNotMatch(printed, /not-to-be-seen/)
    assert.doesNotMatch(printed, /authorization/i)
    for (const secret of [key, key.slice(10), ownerKey, signing]) assert.ok(!printed.includes(secret))
  })
})

test('probes are logged only at debug', async (t) => {
  const stage = await setStage(t, 'sqlite')
  const look = async (level: string) => {
    const server = await stage.start('start', { LOG_LEVEL: level })
    for (const path of ['/healthz', '/readyz', '/metrics']) await fetch(server.base + path)
    await createClient(server.base, ownerKey)('GET', '/profiles')
    await server.end('SIGTERM')
    return new Set(linesOf(server.output()).flatMap(({ msg, operation }) => (msg === 'request' ? [operation] : [])))
  }
  assert.deepEqual(await look('info'), new Set(['listProfiles']))
  assert.deepEqual(await look('debug'), new Set(['healthz', 'readyz', 'metrics', 'listProfiles']))
})

test('addresses are in the lines that the setting names, and by default in none', async (t) => {
  const stage = await setStage(t, 'sqlite')
  const look = async (env: Readonly<Record<string, string>>) => {
    const server = await stage.start('start', env)
    const ask = createClient(server.base, ownerKey)
    await ask('GET', '/profiles')
    await ask('GET', '/profiles', { key: 'pp_wrong' })
    await ask('GET', '/no-such-path')
    await server.end('SIGTERM')
    const requests = linesOf(server.output()).filter(({ msg }) => msg === 'request')
    return new Map(requests.map(({ status, address }) => [status, address]))
  }
  const here = '127.0.0.1'
  assert.deepEqual(await look({}), new Map([200, 401, 404].map((status) => [status, undefined])))
  const refused = await look({ POLYPOST_LOG_ADDRESSES: 'refused' })
  assert.deepEqual(
    [200, 401, 404].map((status) => refused.get(status)),
    [undefined, here, undefined],
  )
  const all = await look({ POLYPOST_LOG_ADDRESSES: 'all' })
  assert.deepEqual(
    [200, 401, 404].map((status) => all.get(status)),
    [here, here, here],
  )
})

test('a crowd of strangers’ requests is logged as 50 lines a second, and as the count of the others', async (t) => {
  const server = await (await setStage(t, 'sqlite')).start()
  const ask = createClient(server.base, ownerKey)
  const crowd = 600
  const began = performance.now()
  const requests = Array.from({ length: crowd }, (_, at) =>
    ask('GET', at % 2 ? '/profiles' : '/session', { key: null }),
  )
  // Those of a caller are logged, whatever strangers do.
  const own = Array.from({ length: 60 }, () => ask('GET', '/profiles'))
  const statuses = (await Promise.all(requests)).map(({ status }) => status)
  await Promise.all(own)
  const seconds = Math.ceil((performance.now() - began) / 1000) + 1
  await server.end('SIGTERM')
  const lines = linesOf(server.output())
  const strangers = lines.filter(({ msg, user_id }) => msg === 'request' && user_id === undefined)
  assert.equal(lines.filter(({ msg, user_id }) => msg === 'request' && user_id !== undefined).length, own.length)
  assert.ok(strangers.length >= 50 && strangers.length <= 50 * seconds, `${strangers.length} lines in ${seconds} s`)
  const told = lines.filter(({ msg }) => msg === 'requests not logged')
  assert.ok(told.length >= 1 && told.length <= seconds)
  const left = new Map<string, number>()
  for (const { count, by_status, role } of told) {
    const parts = Object.entries(Object(by_status)).map(([status, one]) => [status, Number(one)] as const)
    assert.equal(
      parts.reduce((sum, [, one]) => sum + one, 0),
      count,
    )
    assert.equal(role, 'start')
    for (const [status, one] of parts) left.set(status, (left.get(status) ?? 0) + one)
  }
  const logged = (status: number) => strangers.filter((line) => line.status === status).length
  for (const status of new Set(statuses)) {
    const all = statuses.filter((one) => one === status).length
    assert.equal(logged(status) + (left.get(String(status)) ?? 0), all, `${status}`)
  }
})
