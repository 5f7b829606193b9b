import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkReply, createClient, type Reply } from '../harness/client.ts'
import { openConnection } from '../harness/connection.ts'
import { makeInstanceData, onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { type Instance, ownerKey, startInstance } from '../harness/instance.ts'
import { withDatabase } from '../harness/rows.ts'
import { startDatabaseProxy } from '../harness/servers/database-proxy.ts'

async function look({ base }: Instance, path: string, headers: Record<string, string> = {}): Promise<Reply> {
  const response = await fetch(base + path, { headers })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const reply = {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  }
  checkReply('GET', path, reply)
  return reply
}

onEachDatabase((kind) => {
  test('a running instance is alive and ready, tells a hold, and reveals nothing else about itself to others', async () => {
    const instance = await startInstance(kind)
    try {
      const alive = await look(instance, '/healthz')
      assert.deepEqual([alive.status, alive.body], [200, { status: 'ok' }])
      const ready = await eventually('it is notified', async () => {
        const reply = await look(instance, '/readyz', { 'x-forwarded-for': '203.0.113.1' })
        return reply.body.due_work === 'notified' && reply
      })
      assert.equal(ready.status, 200)
      assert.deepEqual(ready.body, {
        status: 'ok',
        oldest_overdue_job_seconds: 0,
        database: kind,
        connections: 'own',
        due_work: 'notified',
        claims: 'ok',
      })
      const held_at = Date.now()
      await withDatabase(instance.data, (db) =>
        db.updateTable('instance').set({ held_at, held_reason: 'It was restored.', held_since: held_at }).execute(),
      )
      const { held } = (
        await eventually('the hold is told', async () => {
          const reply = await look(instance, '/readyz')
          return 'held' in reply.body && reply
        })
      ).body
      assert.match(held.message, /^It was restored\. Posts are accepted and wait\./)
      assert.equal(held.held_at, new Date(held_at).toISOString())
    } finally {
      await instance.stop()
    }
  })
})

test('without its database an instance is alive but not ready, refuses with “try again”, and is ready once it is back', async () => {
  const instanceData = await makeInstanceData('postgres')
  const proxy = await startDatabaseProxy(instanceData.env.DATABASE_URL ?? '')
  const instance = await startInstance('postgres', {
    data: { ...instanceData, env: { ...instanceData.env, DATABASE_URL: proxy.url } },
  })
  const isAway = async () => {
    const { status, headers, text } = await look(instance, '/readyz')
    assert.deepEqual([status, headers.get('retry-after')], [503, '5'])
    assert.doesNotMatch(text, /postgres|ECONN|127\.0\.0\.1/i)
    assert.equal((await look(instance, '/healthz')).status, 200)
  }
  const isBack = async () => {
    await eventually('it is ready', async () => (await look(instance, '/readyz')).status === 200)
    assert.equal((await instance.owner('GET', '/profiles')).status, 200)
  }
  try {
    for (let round = 0; round < 3; round++) {
      await instance.owner('GET', '/profiles')
      // Requests are running while the connections break.
      const caught = Array.from({ length: 20 }, () => instance.owner('GET', '/profiles'))
      proxy.cut()
      for (const { status, body } of await Promise.all(caught))
        assert.ok(
          status === 200 || (status === 503 && body.error.code === 'unavailable'),
          `${status} ${body.error?.code}`,
        )
      await isAway()
      const refused = await instance.owner('POST', '/profiles', { body: { name: 'never' } })
      assert.deepEqual([refused.status, refused.body.error.code], [503, 'unavailable'])
      await proxy.restore()
      await isBack()
    }
    proxy.stall()
    await isAway()
    await proxy.restore()
    await isBack()
    await instanceData.remove()
    await isAway()
    assert.equal((await instance.owner('GET', '/profiles')).status, 503)
  } finally {
    await instance.stop()
    proxy.remove()
    await instanceData.remove()
  }
})

test('an instance says that it polls while it cannot listen for due work, and listens again when it can', async () => {
  const instanceData = await makeInstanceData('postgres', { migrated: true })
  const proxy = await startDatabaseProxy(instanceData.env.DATABASE_URL ?? '')
  const instance = await startInstance('postgres', { data: instanceData, env: { DATABASE_DIRECT_URL: proxy.url } })
  const says = (way: 'notified' | 'polled') =>
    eventually(`it is ${way}`, async () => {
      const { status, body } = await look(instance, '/readyz')
      assert.equal(status, 200)
      return body.due_work === way
    })
  try {
    await says('notified')
    proxy.cut()
    await says('polled')
    await proxy.restore()
    await says('notified')
  } finally {
    await instance.stop()
    proxy.remove()
    await instanceData.remove()
  }
})

for (const proxied of [{ POLYPOST_TRUST_PROXY: '127.0.0.1/32' }, { POLYPOST_PUBLIC_URL: 'https://polypost.example' }])
  test(`an instance with ${Object.keys(proxied)} shows its metrics only with the token, since its proxy may add no header`, async () => {
    const token = 'a token for the metrics'
    const instance = await startInstance('sqlite', { env: { ...proxied, POLYPOST_METRICS_TOKEN: token } })
    try {
      const authorization = `Bearer ${token}`
      assert.equal((await look(instance, '/metrics')).status, 404)
      assert.equal((await look(instance, '/metrics', { authorization: `${authorization}x` })).status, 404)
      assert.equal((await look(instance, '/metrics', { authorization })).status, 200)
    } finally {
      await instance.stop()
    }
  })

test('metrics are read from loopback, or with the token; a forwarded request is not from loopback', async () => {
  const token = 'a token for the metrics'
  const instance = await startInstance('sqlite', { env: { POLYPOST_METRICS_TOKEN: token } })
  try {
    const away = { 'x-forwarded-for': '203.0.113.1' }
    const statuses = [
      await look(instance, '/metrics'),
      await look(instance, '/metrics', away),
      await look(instance, '/metrics', { 'x-forwarded-for': 'unknown' }),
      await look(instance, '/metrics', { 'x-forwarded-proto': 'https' }),
      await look(instance, '/metrics', { via: '1.1 proxy' }),
      await look(instance, '/metrics', { ...away, authorization: `Bearer ${token}` }),
      await look(instance, '/metrics', { ...away, authorization: `Bearer ${token}x` }),
      await look(instance, '/metrics', { ...away, authorization: token }),
      await look(instance, '/metrics', { ...away, authorization: `Bearer ${ownerKey}` }),
      // Load balancers may read the health, wherever they are.
      await look(instance, '/healthz', away),
    ].map(({ status }) => status)
    assert.deepEqual(statuses, [200, 404, 404, 404, 404, 200, 404, 404, 404, 200])
  } finally {
    await instance.stop()
  }
})

test('without a token, metrics are not read under a foreign name, which a web page or a proxy may have given', async () => {
  const token = 'a token for the metrics'
  const instance = await startInstance('sqlite', { env: { POLYPOST_METRICS_TOKEN: token } })
  const { port } = new URL(instance.base)
  const statusOf = async (host: string, more: Record<string, string> = {}) => {
    const connection = await openConnection(instance.base)
    const headers = Object.entries({ host, connection: 'close', ...more }).map((pair) => pair.join(': '))
    connection.send(['GET /metrics HTTP/1.1', ...headers, '', ''].join('\r\n'))
    return Number(/^HTTP\/1\.1 (\d+)/.exec(await connection.closed())?.[1])
  }
  try {
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, '[::1]', '127.0.0.2'])
      assert.equal(await statusOf(host), 200, host)
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example', 'localhost.evil.example'])
      assert.equal(await statusOf(host), 404, host)
    assert.equal(await statusOf('evil.example', { authorization: `Bearer ${token}` }), 200)
  } finally {
    await instance.stop()
  }
})

test('an instance with a public https address tells browsers to come by https only', async () => {
  const headerOf = async (env: Readonly<Record<string, string>>) => {
    const instance = await startInstance('sqlite', { env })
    try {
      return (await look(instance, '/healthz')).headers.get('strict-transport-security')
    } finally {
      await instance.stop()
    }
  }
  assert.equal(await headerOf({ POLYPOST_PUBLIC_URL: 'https://polypost.example' }), 'max-age=31536000')
  assert.equal(await headerOf({}), null)
})

test('without a token, a forwarded request can’t read metrics at all, even if no proxy is trusted', async () => {
  const instance = await startInstance('sqlite')
  try {
    const away = { 'x-forwarded-for': '203.0.113.1' }
    for (const authorization of ['Bearer ', 'Bearer null', 'Bearer undefined'])
      assert.equal((await look(instance, '/metrics', { ...away, authorization })).status, 404)
  } finally {
    await instance.stop()
  }
})

test('metrics count requests by operation and status, and no path or ID creates a series', async () => {
  const instance = await startInstance('sqlite')
  try {
    const ask = createClient(instance.base, ownerKey)
    await ask('GET', '/profiles')
    await ask('GET', '/profiles')
    for (const path of ['/no-such-path', '/posts/4711', '/profiles/%zz']) await ask('GET', path)
    const { text, headers } = await look(instance, '/metrics')
    assert.match(headers.get('content-type') ?? '', /^text\/plain/)
    const count = (operation: string, status: number) =>
      text.match(`polypost_http_request_seconds_count{operation="${operation}",status="${status}"} (\\d+)`)?.[1]
    assert.deepEqual([count('listProfiles', 200), count('unknown', 404)], ['2', '1'])
    const named = new Set([...text.matchAll(/operation="([^"]*)"/g)].map(([, operation]) => operation))
    assert.deepEqual(named, new Set(['listProfiles', 'unknown', 'getPost']))
  } finally {
    await instance.stop()
  }
})
