import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkReply } from '../harness/client.ts'
import { type Connection, openConnection, requestHead } from '../harness/connection.ts'
import { eventually } from '../harness/eventually.ts'
import { type Instance, ownerKey, startInstance } from '../harness/instance.ts'
import { sendBytes, sendRaw } from '../harness/raw.ts'

const authorization = `Bearer ${ownerKey}`
const json = { authorization, 'content-type': 'application/json' }

/** The first response on a connection: its status and error code. */
function firstAnswer(text: string): [status: number, code: string | undefined] {
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(text) ?? []
  return [Number(status), /"code":"(\w+)"/.exec(text)?.[1]]
}

describe('time', () => {
  let instance: Instance
  before(async () => {
    instance = await startInstance('sqlite', {
      limits: { headersTimeout: 300, requestTimeout: 1500, keepAliveTimeout: 100, checkInterval: 50 },
    })
  })
  after(() => instance.stop())

  /** Sends one byte at intervals, until the connection is cut. */
  async function drip(connection: Connection, byte: string): Promise<string> {
    await eventually('the connection is cut', async () => {
      connection.send(byte)
      await sleep(20)
      return connection.isClosed()
    })
    return connection.received()
  }

  test('headers that arrive one byte at a time are cut off sooner than a body, while others are served', async () => {
    const patient = await openConnection(instance.base)
    patient.send(requestHead('POST', '/api/v1/profiles', { ...json, 'content-length': '1000' }))
    const slow = await openConnection(instance.base)
    slow.send('GET /api/v1/profiles HTTP/1.1\r\nHost: test\r\nX-Slow: ')
    const cut = drip(slow, 'a')
    assert.equal((await instance.owner('GET', '/profiles')).status, 200)
    assert.deepEqual(firstAnswer(await cut), [408, 'request_timeout'])
    assert.equal(patient.isClosed(), false)
    patient.drop()
  })

  test('a body that arrives one byte at a time is cut off with a response, and has no effect', async () => {
    const begin = async (length: Record<string, string>, bytes: string, next: string) => {
      const slow = await openConnection(instance.base)
      slow.send(requestHead('POST', '/api/v1/profiles', { ...json, ...length }) + bytes)
      assert.deepEqual(firstAnswer(await drip(slow, next)), [408, 'request_timeout'])
    }
    await Promise.all([
      begin({ 'content-length': '1000' }, '{"name":"slow"}', ' '),
      begin({ 'transfer-encoding': 'chunked' }, 'f\r\n{"name":"slow"}\r\n', '1\r\n \r\n'),
    ])
    const { text } = await instance.owner('GET', '/profiles')
    assert.ok(!text.includes('slow'))
  })

  test('a connection that sends nothing is closed, and so is one that has nothing more to send', async () => {
    const silent = await openConnection(instance.base)
    const idle = await openConnection(instance.base)
    idle.send(requestHead('GET', '/healthz', {}))
    await Promise.all([silent.closed(), idle.closed()])
    assert.deepEqual(firstAnswer(idle.received()), [200, undefined])
  })

  test('a request in pieces that is complete in time is served', async () => {
    const connection = await openConnection(instance.base)
    const body = '{"name":"in pieces"}'
    const request = requestHead('POST', '/api/v1/profiles', { ...json, 'content-length': String(body.length) }) + body
    for (const piece of request.match(/.{1,40}/gs) ?? []) {
      connection.send(piece)
      await sleep(1)
    }
    assert.match(await connection.until(/in pieces/), /^HTTP\/1\.1 200 /)
    connection.drop()
  })
})

describe('size', () => {
  const bodyBytes = 2000
  const headerBytes = 4000
  const drainBytes = 100_000
  let instance: Instance
  before(async () => {
    instance = await startInstance('sqlite', {
      limits: { bodyBytes, headerBytes, drainBytes, requestTimeout: 2000, checkInterval: 50 },
    })
  })
  after(() => instance.stop())

  const post = (raw: string) => instance.owner('POST', '/profiles', { raw })

  test('a body of exactly the limit is read, and one byte more is refused', async () => {
    const padded = (name: string, length: number) => JSON.stringify({ name }).padEnd(length)
    assert.equal((await post(padded('fits', bodyBytes))).status, 200)
    const { status, body } = await post(padded('too much', bodyBytes + 1))
    assert.deepEqual([status, body.error.code], [413, 'payload_too_large'])
  })

  test('a body with a too large declared length is refused before it is sent', async () => {
    const connection = await openConnection(instance.base)
    connection.send(requestHead('POST', '/api/v1/profiles', { ...json, 'content-length': '1000000000' }))
    assert.deepEqual(firstAnswer(await connection.until(/"code"/)), [413, 'payload_too_large'])
    connection.drop()
  })

  test('a chunked body without an end is refused at the limit, and its connection is closed', async () => {
    const connection = await openConnection(instance.base)
    connection.send(requestHead('POST', '/api/v1/profiles', { ...json, 'transfer-encoding': 'chunked' }))
    const chunk = `400\r\n${' '.repeat(0x400)}\r\n`
    await eventually('the connection is closed', async () => {
      connection.send(chunk)
      await sleep(1)
      return connection.isClosed()
    })
    assert.deepEqual(firstAnswer(connection.received()), [413, 'payload_too_large'])
    assert.equal(connection.received().match(/HTTP\/1\.1/g)?.length, 1)
  })

  test('a client that sends its whole body before it reads gets the answer to a refused request, up to a limit', async () => {
    const sent = (path: string, bytes: number) =>
      sendRaw(instance.base, {
        method: 'POST',
        target: `/api/v1${path}`,
        headers: Object.entries(json),
        body: Buffer.alloc(bytes, ' '),
      })
    for (const [path, status] of [
      ['/profiles', 413],
      ['/nothing', 404],
      ['/usage', 405],
    ] as const)
      for (let tries = 0; tries < 20; tries += 1)
        assert.equal((await sent(path, drainBytes - 1000)).status, status, path)
  })

  test('after a refused body the connection serves the next request', async () => {
    const connection = await openConnection(instance.base)
    const body = ' '.repeat(bodyBytes + 1000)
    connection.send(requestHead('POST', '/api/v1/profiles', { ...json, 'content-length': String(body.length) }) + body)
    assert.deepEqual(firstAnswer(await connection.until(/"request_id":"[^"]+"}/)), [413, 'payload_too_large'])
    connection.send(requestHead('GET', '/healthz', {}))
    assert.match(await connection.until(/HTTP\/1\.1 200/), /HTTP\/1\.1 200/)
    connection.drop()
  })

  test('headers and paths larger than the limit are refused in the usual error format', async () => {
    const big = 'a'.repeat(headerBytes)
    for (const head of [requestHead('GET', '/healthz', { 'x-big': big }), requestHead('GET', `/${big}`, {})]) {
      const reply = await sendBytes(instance.base, Buffer.from(head))
      checkReply('GET', '/healthz', reply)
      assert.deepEqual([reply.status, reply.body.error.code], [431, 'headers_too_large'])
    }
  })

  test('input that is not HTTP is refused in the usual error format, and its connection is closed', async () => {
    const broken = [
      'HELLO\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      'GET /healthz HTTP/9.9\r\n\r\n',
      'GET /healthz HTTP/1.1\r\nHost : test\r\n\r\n',
      'GET /healthz HTTP/1.1\r\nHost: te\0st\r\n\r\n',
      requestHead('POST', '/healthz', { 'content-length': 'many' }),
      // Two contradicting lengths are used to smuggle requests past proxies.
      requestHead('POST', '/healthz', { 'content-length': '4', 'transfer-encoding': 'chunked' }),
      requestHead('POST', '/healthz', { 'content-length': '4', 'Content-Length': '5' }),
      `${requestHead('POST', '/api/v1/profiles', { ...json, 'transfer-encoding': 'chunked' })}xyz\r\n`,
    ]
    for (const bytes of broken) {
      const reply = await sendBytes(instance.base, Buffer.from(bytes, 'latin1'))
      checkReply('GET', '/healthz', reply)
      assert.deepEqual([bytes, reply.status, reply.body.error.code], [bytes, 400, 'validation_failed'])
    }
  })
})

test('connections beyond the limit are closed without a response, and there is room again when one ends', async () => {
  const cap = 5
  const instance = await startInstance('sqlite', { limits: { connections: cap } })
  try {
    const held = await Promise.all(Array.from({ length: cap }, () => openConnection(instance.base)))
    for (const connection of held) connection.send(requestHead('GET', '/healthz', {}))
    await Promise.all(held.map((connection) => connection.until(/ 200 OK/)))
    const beyond = await openConnection(instance.base)
    beyond.send(requestHead('GET', '/healthz', {}))
    assert.equal(await beyond.closed(), '')
    held[0]?.drop()
    await eventually('a new connection is served', async () => {
      const next = await openConnection(instance.base)
      next.send(requestHead('GET', '/healthz', { connection: 'close' }))
      return (await next.closed()).startsWith('HTTP/1.1 200')
    })
    for (const connection of held) connection.drop()
  } finally {
    await instance.stop()
  }
})

test('at the limit of connections, those that do nothing make room for others', async (t) => {
  const connections = 20
  const instance = await startInstance('sqlite', { limits: { connections } })
  t.after(() => instance.stop())
  const idle = await Promise.all(
    Array.from({ length: connections }, async () => {
      const one = await openConnection(instance.base)
      // A known caller keeps its connection for long.
      one.send(requestHead('GET', '/api/v1/profiles', { authorization }))
      await eventually('it has a response', () => one.received().includes('HTTP/1.1 200'))
      return one
    }),
  )
  await eventually('others are served', () =>
    instance.owner('GET', '/profiles').then(
      ({ status }) => status === 200,
      () => false,
    ),
  )
  assert.ok(idle.every((one) => one.isClosed()))
})

test('a stranger’s connection that does nothing is closed soon, and that of a known caller is not', async (t) => {
  const instance = await startInstance('sqlite', { limits: { strangersKeepAlive: 100, checkInterval: 50 } })
  t.after(() => instance.stop())
  const ask = async (path: string, headers: Record<string, string>) => {
    const one = await openConnection(instance.base)
    one.send(requestHead('GET', path, headers))
    await eventually('it has a response', () => one.received().includes('HTTP/1.1 200'))
    return one
  }
  const known = await ask('/api/v1/profiles', { authorization })
  const stranger = await ask('/healthz', {})
  await eventually('the stranger’s is closed', () => stranger.isClosed())
  assert.equal(known.isClosed(), false)
  known.drop()
})

test('a request with two Host headers is refused', async (t) => {
  const instance = await startInstance('sqlite')
  t.after(() => instance.stop())
  const one = await openConnection(instance.base)
  one.send('GET /api/v1/profiles HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n')
  await eventually('it is closed', () => one.isClosed())
  assert.deepEqual(firstAnswer(one.received()), [400, 'validation_failed'])
})
