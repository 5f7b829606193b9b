import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createHttpClient, type HttpClient } from '../../src/outbound/http-client.ts'
import { eventually } from '../harness/eventually.ts'
import { exceptions, fails, nothingLeft, textOf } from '../harness/outbound.ts'
import { type Origin, type Script, startOrigin } from '../harness/servers/origin.ts'

const never = 3_600_000 // milliseconds
const soon = 300

const origins: Origin[] = []
const clients: HttpClient[] = []
after(async () => {
  for (const client of clients) client.close()
  await Promise.all(origins.map((origin) => origin.stop()))
  await eventually('no socket is left', nothingLeft)
})

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

/** Answers the requests of a connection one after the other; the last answer repeats. */
const answering =
  (...answers: readonly Script[]): Script =>
  (socket, head) => {
    let index = 0
    const next = () => answers[Math.min(index++, answers.length - 1)]?.(socket, head)
    next()
    socket.on('data', next)
  }
const says: Script = (socket) => socket.write(ok)
const cuts: Script = (socket) => socket.resetAndDestroy()

async function setUp(script: Script, reusableFor = never, addresses: readonly string[] = []) {
  const origin = await startOrigin(script)
  origins.push(origin)
  let looked = 0
  const lookup = async () => [addresses[looked++] ?? '127.0.0.1']
  const client = createHttpClient({ exceptions, lookup, reusableFor })
  clients.push(client)
  const url = `http://origin.test:${origin.port}/`
  return {
    origin,
    client,
    url,
    looked: () => looked,
    get: async () => textOf(await client.request({ method: 'GET', url, repeatable: true })),
  }
}

test('requests that may be sent twice share a connection and its lookup', async () => {
  const { origin, looked, get } = await setUp(answering(says))
  for (const _ of [1, 2, 3]) assert.equal(await get(), 'ok')
  assert.deepEqual([origin.connections, looked()], [1, 1])
})

test('a request that may be sent only once never shares a connection, neither before nor after', async () => {
  const { origin, client, url, get } = await setUp(answering(says))
  const once = async () => textOf(await client.request({ method: 'GET', url }))
  await once()
  await once()
  assert.equal(origin.connections, 2)
  await get()
  await once()
  assert.equal(origin.connections, 4)
  await get()
  assert.equal(origin.connections, 4)
})

test('another client and another origin have their own connections', async () => {
  const { origin, client, url, get } = await setUp(answering(says))
  await get()
  const other = createHttpClient({ exceptions: ['127.0.0.0/9'], reusableFor: never })
  clients.push(other)
  await textOf(await other.request({ method: 'GET', url: url.replace('origin.test', '127.0.0.1'), repeatable: true }))
  assert.equal(origin.connections, 2)
  await textOf(await client.request({ method: 'GET', url: url.replace('origin.test', 'other.test'), repeatable: true }))
  assert.equal(origin.connections, 3)
})

describe('a connection is not kept', () => {
  const notKept: Readonly<Record<string, Script>> = {
    'if the server says that it closes': (socket) =>
      socket.write(ok.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')),
    'if the server speaks without being asked': (socket) => {
      socket.write(ok)
      setTimeout(() => socket.write(ok), soon)
    },
    'if the server sends more than its response': (socket) => socket.write(ok + ok),
  }
  for (const [when, script] of Object.entries(notKept))
    test(when, async () => {
      const { origin, get } = await setUp(script)
      assert.equal(await get(), 'ok')
      await eventually('the connection is cut', () => origin.open === 0)
    })

  test('if its response was not read to the end', async () => {
    const { origin, client, url } = await setUp(answering((socket) => socket.write(ok.slice(0, -1))))
    const response = await client.request({ method: 'GET', url, repeatable: true })
    response.close()
    await eventually('the connection is cut', () => origin.open === 0)
  })

  test('for longer than a few seconds without a request', async () => {
    const { origin, get } = await setUp(answering(says))
    await get()
    assert.equal(origin.open, 1)
    await eventually('the connection is cut', () => origin.open === 0)
  })

  test('for longer than its life, however often it is used', async () => {
    const { origin, get } = await setUp(answering(says), soon)
    await eventually('there is another connection', async () => {
      await get()
      return origin.connections > 1
    })
    await eventually('the connection is cut', () => origin.open === 0)
  })

  test('after its client was closed', async () => {
    const { origin, client, get } = await setUp(answering(says))
    await get()
    client.close()
    await eventually('the connection is cut', () => origin.open === 0)
    await get()
    await eventually('the connection is cut', () => origin.open === 0)
  })

  test('if there are 512 already', async () => {
    const waiting: (() => void)[] = []
    const many = 520
    const { origin, get } = await setUp((socket) => {
      waiting.push(() => socket.write(ok))
      if (waiting.length === many) for (const answer of waiting) answer()
    })
    await Promise.all(Array.from({ length: many }, get))
    await eventually('512 are kept', () => origin.open === 512)
  })
})

test('a name that leads to a forbidden address gets no new connection, and the kept one ends within its life', async () => {
  const forbidden = '10.0.0.1'
  const { origin, client, url, get } = await setUp(answering(says), soon, ['127.0.0.1', forbidden, forbidden])
  await get()
  await fails('forbidden_address', client.request({ method: 'GET', url }))
  await eventually('the connection is cut', () => origin.open === 0)
  await fails('forbidden_address', client.request({ method: 'GET', url, repeatable: true }))
  assert.equal(origin.connections, 1)
})

test('a request that its caller has aborted before is not sent over a kept connection', async () => {
  const { origin, client, url, get } = await setUp(answering(says))
  await get()
  const reason = new Error('The lease is lost.')
  await assert.rejects(
    client.request({ method: 'POST', url, repeatable: true, signal: AbortSignal.abort(reason) }),
    reason,
  )
  await get()
  assert.ok(origin.received.every((all) => !all.includes('POST')))
})

describe('a connection that breaks under a request that may be sent twice', () => {
  const within: Script = (socket) => socket.write('HTTP/1.1 200', () => socket.resetAndDestroy())
  const endings: readonly Script[] = [cuts, within, (socket) => socket.end()]
  /** The first connection ends like this, at its first request or after another one; the others respond. */
  const endingOnce = (ends: Script, after: readonly Script[]) => {
    let connections = 0
    const script: Script = (socket, head) => {
      connections += 1
      answering(...(connections === 1 ? [...after, ends] : [says]))(socket, head)
    }
    return setUp(script)
  }

  test('costs nothing if it was kept and the response has not begun: the request is sent again over a new one', async () => {
    for (const ends of endings) {
      const { origin, client, url, get } = await endingOnce(ends, [says])
      await get()
      const again = await client.request({ method: 'POST', url, body: 'x', repeatable: true })
      assert.equal(await textOf(again), 'ok')
      assert.equal(origin.connections, 2)
      assert.ok(origin.received[1]?.endsWith('\r\n\r\nx'))
    }
  })

  test('costs a read nothing even if it was new, but a delivery is not sent again then', async () => {
    for (const ends of endings) {
      const read = await endingOnce(ends, [])
      assert.equal(await read.get(), 'ok')
      assert.equal(read.origin.connections, 2)
      const { origin, client, url } = await endingOnce(ends, [])
      await fails('reset', client.request({ method: 'POST', url, body: 'x', repeatable: true }))
      assert.equal(origin.connections, 1)
    }
  })

  test('is replaced only once', async () => {
    for (const kept of [true, false]) {
      let connections = 0
      const { origin, client, url, get } = await setUp((socket, head) => {
        connections += 1
        answering(kept && connections === 1 ? says : cuts, cuts)(socket, head)
      })
      if (kept) await get()
      assert.equal((await fails('reset', client.request({ method: 'GET', url, repeatable: true }))).sent, true)
      assert.equal(origin.connections, 2)
    }
  })

  test('is a fault after the response has begun', async () => {
    const begins: Script = (socket) => socket.write(ok.slice(0, -1), () => socket.resetAndDestroy())
    const { origin, client, url, get } = await setUp(answering(says, begins))
    await get()
    assert.equal((await fails('reset', client.request({ method: 'GET', url, repeatable: true }))).sent, true)
    assert.equal(origin.connections, 1)
  })

  test('while the next request begins costs nothing either', async () => {
    for (const ends of [
      (socket) => socket.write(ok, () => socket.end()),
      (socket) => socket.write(ok, () => socket.resetAndDestroy()),
    ] as const satisfies readonly Script[]) {
      const { get } = await setUp(ends)
      for (let request = 0; request < 30; request += 1) assert.equal(await get(), 'ok')
    }
  })

  test('while it is idle is not used', async () => {
    const { origin, get } = await setUp((socket) => socket.write(ok, () => socket.end()))
    await get()
    await eventually('the connection is cut', () => origin.open === 0)
    await get()
    assert.equal(origin.connections, 2)
  })
})
