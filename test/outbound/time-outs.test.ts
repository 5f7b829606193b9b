import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createHttpClient, type OutboundRequest, type Timeouts } from '../../src/outbound/http-client.ts'
import { eventually } from '../harness/eventually.ts'
import { bytesOf, fails, nothingLeft } from '../harness/outbound.ts'
import { fullQueue } from '../harness/servers/full-queue.ts'
import { answer, head, type Origin, type Script, startOrigin } from '../harness/servers/origin.ts'

const exceptions = ['127.0.0.0/8']
const lookup = async () => ['127.0.0.1']
const client = createHttpClient({ exceptions, lookup })
const origins: Origin[] = []

after(async () => {
  await Promise.all(origins.map((origin) => origin.stop()))
  await eventually('no socket is left', nothingLeft)
})

async function originOf(script: Script): Promise<Origin> {
  const origin = await startOrigin(script)
  origins.push(origin)
  return origin
}

/** Milliseconds, short enough to wait for. Only the tested one is short, so no other can end the request. */
const short = 60
/** Milliseconds: for what must not end early, long enough on a busy machine. */
const roomy = 2_000
const only = (...phases: (keyof Timeouts)[]): Timeouts => {
  const patient = 60_000
  const timeouts = {
    lookup: patient,
    connect: patient,
    tls: patient,
    headers: patient,
    silence: patient,
    total: patient,
  }
  for (const phase of phases) timeouts[phase] = short
  return timeouts
}

const silent: Script = () => {}
const get = (port: number, timeouts: Timeouts, scheme = 'http'): OutboundRequest => ({
  method: 'GET',
  url: `${scheme}://origin.test:${port}/`,
  timeouts,
})

describe('a step that takes too long is ended, and the request was certainly not sent', () => {
  test('the lookup', async () => {
    const lost = createHttpClient({ exceptions, lookup: () => new Promise(() => {}) })
    const fault = await fails('timeout', lost.request(get(80, only('lookup'))))
    assert.deepEqual([fault.message, fault.sent], ['The DNS lookup took too long.', false])
  })

  test('the connection', async () => {
    const queue = await fullQueue()
    const fault = await fails('timeout', client.request(get(queue.port, only('connect'))))
    assert.deepEqual([fault.message, fault.sent], ['The connection could not be opened in time.', false])
    await queue.stop()
  })

  test('the connection to one address, while another answers', async () => {
    const queue = await fullQueue()
    // Listens on the same port of another address, if the machine has one.
    const other = await startOrigin((socket) => socket.end(answer(200, {}, 'ok')), {
      host: '127.0.0.2',
      port: queue.port,
    }).catch(() => null)
    if (other) {
      const both = createHttpClient({ exceptions, lookup: async () => ['127.0.0.1', '127.0.0.2'] })
      const response = await both.request(get(queue.port, { ...only(), connect: roomy }))
      assert.equal(String(await bytesOf(response)), 'ok')
      await other.stop()
    }
    await queue.stop()
  })

  test('the TLS handshake', async () => {
    const { port } = await originOf(silent)
    const fault = await fails('timeout', client.request(get(port, only('tls'), 'https')))
    assert.deepEqual([fault.message, fault.sent], ['The TLS handshake took too long.', false])
  })
})

describe('a step that takes too long is ended, and the request may have had an effect', () => {
  const cases: readonly (readonly [what: string, phase: keyof Timeouts, script: Script, message: string])[] = [
    ['the answer', 'headers', silent, 'The server did not respond in time.'],
    [
      'the rest of the headers',
      'headers',
      (socket) => socket.write('HTTP/1.1 200 OK\r\nX-One: 1\r\n'),
      'The server did not respond in time.',
    ],
    [
      'what follows an interim answer',
      'headers',
      (socket) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'),
      'The server did not respond in time.',
    ],
    [
      'the next piece of the body',
      'silence',
      (socket) => socket.write(`${head(200, { 'Content-Length': '100' })}hello`),
      'The server stopped sending in the middle of its response.',
    ],
    [
      'the end of a body that ends with its connection',
      'silence',
      (socket) => socket.write(`${head(200, {})}hello`),
      'The server stopped sending in the middle of its response.',
    ],
    [
      'a body whose pieces keep coming',
      'total',
      (socket) => {
        socket.write(head(200, { 'Content-Length': '100000' }))
        const drip = setInterval(() => socket.write('x'), 5)
        socket.on('close', () => clearInterval(drip))
      },
      'The whole request took too long.',
    ],
    ['an answer that no other limit ends', 'total', silent, 'The whole request took too long.'],
  ]
  for (const [what, phase, script, message] of cases)
    test(what, async () => {
      const origin = await originOf(script)
      const fault = await fails('timeout', client.request(get(origin.port, only(phase))))
      assert.deepEqual([fault.message, fault.sent], [message, true])
      await eventually('the connection is cut', () => origin.open === 0)
    })

  test('the upload of a large body', async () => {
    const origin = await originOf((socket) => socket.pause())
    const request = {
      ...get(origin.port, only('headers')),
      method: 'PUT' as const,
      body: Buffer.alloc(32 * 1024 * 1024),
    }
    const fault = await fails('timeout', client.request(request))
    assert.equal(fault.sent, true)
  })
})

describe('slow callers and slow servers', () => {
  test('a slow reader is not treated as silence of the sender', async () => {
    const body = Buffer.alloc(4 * 1024 * 1024, 'abc')
    const { port } = await originOf((socket) => socket.end(answer(200, {}, body)))
    const response = await client.request(get(port, { ...only(), silence: roomy }))
    let bytes = 0
    for await (const part of response.body) {
      if (bytes === 0) await sleep(1.5 * roomy)
      bytes += part.length
    }
    assert.equal(bytes, body.length)
  })

  test('our own slow source is not treated as silence of the other side', async () => {
    const { port } = await originOf((socket) =>
      socket.on('data', (bytes) => bytes.includes('end') && socket.end(answer(200, {}))),
    )
    async function* slow() {
      yield Buffer.from('begin')
      await sleep(1.5 * roomy)
      yield Buffer.from('end')
    }
    const response = await client.request({ ...get(port, { ...only(), headers: roomy }), method: 'POST', body: slow() })
    assert.equal(response.status, 200)
    response.close()
  })

  test('the total time limit covers all redirects together', async () => {
    const { port } = await originOf((socket) =>
      setTimeout(() => socket.end(answer(302, { Location: '/again' })), short / 2).unref(),
    )
    await fails(
      'timeout',
      client.follow({ url: `http://origin.test:${port}/`, timeouts: only('total') }, { hops: 1000 }),
    )
  })

  test('hanging endpoints delay no other request', async () => {
    const hanging = await originOf(silent)
    const lively = await originOf((socket) => socket.end(answer(200, {}, 'ok')))
    const stop = new AbortController()
    const many = Array.from({ length: 200 }, () =>
      client.request({ ...get(hanging.port, only()), signal: stop.signal }).catch((error: unknown) => error),
    )
    await eventually('all hang', () => hanging.connections === 200)
    assert.equal(String(await bytesOf(await client.request(get(lively.port, only())))), 'ok')
    stop.abort()
    await Promise.all(many)
  })
})
