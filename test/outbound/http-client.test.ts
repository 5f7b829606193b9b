import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { describe, test } from 'node:test'
import { createHttpClient } from '../../src/outbound/http-client.ts'
import { eventually } from '../harness/eventually.ts'
import { bytesOf, exceptions, fails, originsOfThisFile, saying, textOf } from '../harness/outbound.ts'
import { answer, head, type Script } from '../harness/servers/origin.ts'

const mebibyte = 1024 * 1024
const setUp = originsOfThisFile()

describe('a request', () => {
  test('is sent as given, and its response is returned', async () => {
    const { origin, client, url } = await setUp(saying(answer(201, { 'X-One': '1', 'Set-Cookie': 'a=b' }, 'hello')))
    const headers = { 'Content-Type': 'text/plain', 'User-Agent': 'Test' }
    const response = await client.request({ method: 'POST', url, headers, body: 'grüße' })
    assert.equal(response.status, 201)
    assert.equal(response.headers['x-one'], '1')
    assert.equal(await textOf(response), 'hello')

    const [received = ''] = origin.received
    assert.match(received, /^POST \/path\?query=1 HTTP\/1\.1\r\n/)
    assert.match(received, new RegExp(`\r\nhost: origin\\.test:${origin.port}\r\n`, 'i'))
    assert.match(received, /\r\ncontent-type: text\/plain\r\n/i)
    assert.match(received, /\r\nuser-agent: Test\r\n/i)
    assert.match(received, /\r\naccept-encoding: identity\r\n/i)
    assert.match(received, /\r\ncontent-length: 7\r\n/i)
    assert.ok(received.endsWith(Buffer.from('grüße').toString('latin1')))
  })

  test('has its own connection and lookup', async () => {
    const { origin, client, looked, url } = await setUp(saying(answer(200, {}, 'ok')))
    for (const _ of [1, 2, 3]) await textOf(await client.request({ method: 'GET', url }))
    assert.equal(origin.connections, 3)
    assert.deepEqual(looked, ['origin.test', 'origin.test', 'origin.test'])
  })

  test('returns a redirect without following it', async () => {
    const { origin, client, url } = await setUp(saying(answer(302, { Location: '/elsewhere' })))
    const response = await client.request({ method: 'GET', url })
    response.close()
    assert.equal(response.status, 302)
    assert.equal(response.headers.location, '/elsewhere')
    assert.equal(origin.connections, 1)
  })

  test('whose response changes the protocol fails at once', async () => {
    const { client, url } = await setUp(
      saying('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'),
    )
    await fails('reset', client.request({ method: 'GET', url }))
  })

  test('with a header that HTTP cannot carry is not sent', async () => {
    const { client, url } = await setUp(saying(''))
    const fault = await fails('protocol', client.request({ method: 'GET', url, headers: { 'x-one': 'a\nb' } }))
    assert.equal(fault.sent, false)
  })

  test('with HEAD has no body, whatever length the response declares', async () => {
    const { client, url } = await setUp(
      saying(head(200, { 'Content-Length': '99999999999', 'Content-Encoding': 'gzip' })),
    )
    const response = await client.request({ method: 'HEAD', url })
    assert.equal(response.headers['content-length'], '99999999999')
    assert.equal(await textOf(response), '')
  })

  test('tries the next address if one accepts no connection', async () => {
    const { origin, url } = await setUp(saying(answer(200, {}, 'ok')))
    const lookup = async () => ['127.0.0.77', '::1', '127.0.0.1']
    const client = createHttpClient({ exceptions: [...exceptions, '::1/128'], lookup })
    assert.equal(await textOf(await client.request({ method: 'GET', url })), 'ok')
    assert.equal(origin.connections, 1)
  })

  test('that no server accepts, or whose name is unknown, is certainly not sent', async () => {
    const { origin, client, url } = await setUp(saying(''))
    await origin.stop()
    assert.equal((await fails('connect', client.request({ method: 'POST', url, body: 'x' }))).sent, false)
    for (const lookup of [async () => [], () => Promise.reject(new Error('ENOTFOUND'))]) {
      const lost = createHttpClient({ exceptions, lookup })
      assert.equal((await fails('dns', lost.request({ method: 'POST', url, body: 'x' }))).sent, false)
    }
  })
})

describe('a request body', () => {
  const large = Buffer.alloc(3 * mebibyte + 7, 'abcdefghij')
  /** Responds when the declared length has arrived. */
  const taking: Script = (socket, request) => {
    const length = Number(/content-length: (\d+)/i.exec(request)?.[1])
    const expected = request.length + 4 + length
    const isThere = () => socket.bytesRead >= expected && socket.end(answer(200, {}, 'taken'))
    if (!isThere()) socket.on('data', isThere)
  }

  test('arrives whole when it is large', async () => {
    const { origin, client, url } = await setUp(taking)
    assert.equal(await textOf(await client.request({ method: 'PUT', url, body: large })), 'taken')
    assert.ok(origin.received[0]?.endsWith(large.toString('latin1')))
  })

  test('arrives whole if it is produced while it is sent, with or without a length', async () => {
    async function* parts() {
      yield large.subarray(0, mebibyte)
      yield new Uint8Array()
      yield large.subarray(mebibyte)
    }
    const told = await setUp(taking)
    const headers = { 'content-length': String(large.length) }
    const response = await told.client.request({ method: 'PUT', url: told.url, headers, body: parts() })
    assert.equal(await textOf(response), 'taken')
    assert.ok(told.origin.received[0]?.endsWith(large.toString('latin1')))

    const untold = await setUp((socket) =>
      socket.on('data', (bytes) => bytes.toString('latin1').endsWith('0\r\n\r\n') && socket.end(answer(200, {}))),
    )
    await textOf(await untold.client.request({ method: 'PUT', url: untold.url, body: parts() }))
    assert.match(untold.origin.received[0] ?? '', /\r\ntransfer-encoding: chunked\r\n/i)
  })

  test('whose source fails ends the request with the error of the source', async () => {
    const { origin, client, url } = await setUp(() => {})
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield large.subarray(0, 10)
      throw new RangeError('the disk is gone')
    }
    await assert.rejects(client.request({ method: 'PUT', url, body: broken() }), RangeError)
    await eventually('the connection is cut', () => origin.open === 0)
  })

  test('that does not have its declared length is a fault', async () => {
    async function* parts() {
      yield large.subarray(0, 10)
    }
    for (const length of ['9', '11']) {
      const { origin, client, url } = await setUp(() => {})
      const headers = { 'content-length': length }
      await fails('protocol', client.request({ method: 'PUT', url, headers, body: parts() }))
      await eventually('the connection is cut', () => origin.open === 0)
    }
  })

  test('does not block a response that arrives before its end', async () => {
    const { client, url } = await setUp(saying(answer(413, {}, 'too much')))
    async function* endless() {
      for (;;) yield large.subarray(0, 1000)
    }
    const response = await client.request({ method: 'PUT', url, body: endless() })
    assert.equal(response.status, 413)
    response.close()
  })
})

describe('a request that the caller aborts', () => {
  const reason = new Error('The lease is lost.')
  const hanging: Readonly<Record<string, Script>> = {
    'while nothing is answered': () => {},
    'in the middle of the body': (socket) => socket.write(`${head(200, { 'Content-Length': '100' })}hello`),
    'in a body that ends with its connection': (socket) => socket.write(`${head(200, {})}hello`),
  }
  for (const [when, script] of Object.entries(hanging))
    test(`${when} fails with the caller’s reason and leaves no connection`, async () => {
      const { origin, client, url } = await setUp(script)
      const stop = new AbortController()
      const exchange = client.request({ method: 'GET', url, signal: stop.signal }).then(bytesOf)
      const failed = assert.rejects(exchange, reason)
      await eventually('the request is there', () => origin.received[0]?.includes('\r\n\r\n'))
      stop.abort(reason)
      await failed
      await eventually('the connection is cut', () => origin.open === 0)
    })

  test('before it begins or during a lookup makes no connection', async () => {
    const { origin, client, url } = await setUp(saying(answer(200, {})))
    await assert.rejects(client.request({ method: 'GET', url, signal: AbortSignal.abort(reason) }), reason)
    const stop = new AbortController()
    const lookup = () => {
      queueMicrotask(() => stop.abort(reason))
      return new Promise<never>(() => {})
    }
    const waiting = createHttpClient({ exceptions, lookup })
    await assert.rejects(waiting.request({ method: 'GET', url, signal: stop.signal }), reason)
    assert.equal(origin.connections, 0)
  })

  test('leaves no listener on a signal that is still used', async () => {
    const { client, url } = await setUp(saying(answer(200, {}, 'ok')))
    const { signal } = new AbortController()
    await textOf(await client.request({ method: 'GET', url, signal }))
    ;(await client.request({ method: 'GET', url, signal })).close()
    await fails('too_large', client.request({ method: 'GET', url, signal, maxBytes: 1 }))
    assert.equal(getEventListeners(signal, 'abort').length, 0)
  })

  test('by closing the response, or by leaving its body, leaves no connection', async () => {
    const { origin, client, url } = await setUp((socket) => socket.write(`${head(200, {})}hello`))
    const unread = await client.request({ method: 'GET', url })
    unread.close()
    unread.close()
    await eventually('the connection is cut', () => origin.open === 0)
    for await (const _ of (await client.request({ method: 'GET', url })).body) break
    await eventually('the connection is cut', () => origin.open === 0)
  })
})
