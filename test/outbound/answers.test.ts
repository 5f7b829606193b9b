import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { eventually } from '../harness/eventually.ts'
import { bytesOf, fails, originsOfThisFile, saying, textOf } from '../harness/outbound.ts'
import { answer, head, type Script } from '../harness/servers/origin.ts'

const mebibyte = 1024 * 1024
const setUp = originsOfThisFile()

describe('a response body is limited', () => {
  const maxBytes = 1000
  test('one of exactly the allowed size is accepted', async () => {
    const { client, url } = await setUp(saying(answer(200, {}, 'x'.repeat(maxBytes))))
    assert.equal((await textOf(await client.request({ method: 'GET', url, maxBytes }))).length, maxBytes)
  })

  test('one with a larger declared length is refused before any of it is read', async () => {
    const { origin, client, url } = await setUp((socket) => socket.write(head(200, { 'Content-Length': '1001' })))
    await assert.rejects(client.request({ method: 'GET', url, maxBytes }), { kind: 'too_large' })
    await eventually('the connection is cut', () => origin.open === 0)
  })

  const endless = (first: string, one: string): Script => {
    const part = one.repeat(100)
    return (socket) => {
      socket.write(first)
      const more = () => {
        while (!socket.destroyed && socket.write(part));
      }
      socket.on('drain', more)
      more()
    }
  }
  const chunked = head(200, { 'Transfer-Encoding': 'chunked' }).toString('latin1')
  test('one without an end is cut', async () => {
    for (const [first, part] of [
      [chunked, '5\r\nhello\r\n'],
      [head(200, {}).toString('latin1'), 'hello'],
    ] as const) {
      const { origin, client, url } = await setUp(endless(first, part))
      await fails('too_large', client.request({ method: 'GET', url, maxBytes }))
      await eventually('the connection is cut', () => origin.open === 0)
    }
  })

  test('headers without an end are cut', async () => {
    for (const part of ['X-Part: hello\r\n', 'X'.repeat(1000)]) {
      const { origin, client, url } = await setUp(endless('HTTP/1.1 200 OK\r\n', part))
      await fails('too_large', client.request({ method: 'GET', url, maxBytes }))
      await eventually('the connection is cut', () => origin.open === 0)
    }
  })

  test('trailers without an end are cut', async () => {
    const { client, url } = await setUp(endless(`${chunked}0\r\n`, 'X-Part: hello\r\n'))
    await fails('too_large', client.request({ method: 'GET', url, maxBytes }))
  })

  test('interim responses without an end are cut', async () => {
    const { client, url } = await setUp(endless('', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'))
    await fails('protocol', client.request({ method: 'GET', url, maxBytes }))
  })

  test('it is downloaded no faster than it is read', async () => {
    let sent = 0
    const part = 'x'.repeat(mebibyte)
    const { client, url } = await setUp((socket) => {
      socket.write(head(200, {}))
      const more = () => {
        while (!socket.destroyed && sent < 256 * mebibyte && socket.write(part, () => (sent += part.length)));
      }
      socket.on('drain', more)
      more()
    })
    const response = await client.request({ method: 'GET', url, maxBytes: 1024 * mebibyte })
    for await (const _ of response.body) {
      // Both sides are in this process, so a sender that does not wait sends more within a few turns.
      for (let [before, turns] = [sent, 0]; turns < 200; turns += 1) {
        await letOthersRun()
        if (sent > before) turns = 0
        before = sent
      }
      break
    }
    assert.ok(sent < 64 * mebibyte, `${sent} bytes were taken`)
  })
})

describe('a response that is compressed although nobody asked for it', () => {
  const plain = Buffer.from('hello '.repeat(1000))
  for (const [encoding, compressed] of [
    ['gzip', gzipSync(plain)],
    ['X-GZIP', gzipSync(plain)],
    ['br', brotliCompressSync(plain)],
  ] as const)
    test(`is unpacked: ${encoding}`, async () => {
      const { client, url } = await setUp(saying(answer(200, { 'Content-Encoding': encoding }, compressed)))
      const response = await client.request({ method: 'GET', url })
      assert.equal(response.headers['content-encoding'], undefined)
      assert.equal(response.headers['content-length'], undefined)
      assert.deepEqual(await bytesOf(response), plain)
    })

  test('is cut at the limit of its unpacked size', async () => {
    const bomb = Buffer.alloc(64 * mebibyte)
    for (const [encoding, compressed] of [
      ['gzip', gzipSync(bomb)],
      ['br', brotliCompressSync(bomb)],
    ] as const) {
      assert.ok(compressed.length < mebibyte)
      const { client, url } = await setUp(saying(answer(200, { 'Content-Encoding': encoding }, compressed)))
      await fails('too_large', client.request({ method: 'GET', url, maxBytes: mebibyte }))
    }
  })

  test('is refused if it is damaged, truncated or compressed twice', async () => {
    for (const [encoding, bytes] of [
      ['gzip', Buffer.from('this is no gzip at all')],
      ['br', Buffer.from('this is no brotli at all')],
      ['gzip', gzipSync(plain).subarray(0, 40)],
      ['br', brotliCompressSync(plain).subarray(0, 10)],
      ['gzip, gzip', gzipSync(gzipSync(plain))],
      ['zstd', plain],
    ] as const) {
      const { client, url } = await setUp(saying(answer(200, { 'Content-Encoding': encoding }, bytes)))
      await fails('protocol', client.request({ method: 'GET', url }))
    }
  })
})

test('if only the status matters, the body is returned as it was sent, and is limited too', async () => {
  const packed = gzipSync('hello '.repeat(1000))
  const limits = { method: 'POST', answerAsSent: true, maxBytes: 1000 } as const
  for (const encoding of ['gzip', 'zstd']) {
    const { client, url } = await setUp(saying(answer(200, { 'Content-Encoding': encoding }, packed)))
    assert.deepEqual(await bytesOf(await client.request({ ...limits, url })), packed)
  }
  const { client, url } = await setUp(saying(answer(200, {}, 'x'.repeat(2000))))
  const response = await client.request({ ...limits, url })
  assert.equal(response.status, 200)
  await assert.rejects(bytesOf(response), { kind: 'too_large' })
})

describe('a connection that breaks', () => {
  const broken: Readonly<Record<string, Script>> = {
    'before the answer': (socket) => socket.end(),
    'before the answer, by a reset': (socket) => socket.resetAndDestroy(),
    'in the headers': (socket) => socket.end('HTTP/1.1 200 OK\r\nX-One: 1\r\n'),
    'before the declared length': (socket) => socket.end(`${head(200, { 'Content-Length': '100' })}hello`),
    'within a chunk': (socket) => socket.end(`${head(200, { 'Transfer-Encoding': 'chunked' })}10\r\nhello`),
    'before the last chunk': (socket) => socket.end(`${head(200, { 'Transfer-Encoding': 'chunked' })}5\r\nhello\r\n`),
    'in the body, by a reset': (socket) =>
      socket.write(`${head(200, { 'Content-Length': '100' })}hello`, () => socket.resetAndDestroy()),
  }
  for (const [when, script] of Object.entries(broken))
    test(`${when} is never treated as an end, and may have had an effect`, async () => {
      const { client, url } = await setUp(script)
      assert.equal((await fails('reset', client.request({ method: 'POST', url, body: 'x' }))).sent, true)
    })

  test('is not repeated without the caller’s knowledge', async () => {
    const { origin, client, url } = await setUp((socket) => socket.resetAndDestroy())
    await fails('reset', client.request({ method: 'GET', url }))
    assert.equal(origin.connections, 1)
  })

  test('is different from a response that is not HTTP', async () => {
    for (const nonsense of [
      'SSH-2.0-OpenSSH_9.2\r\n',
      'HTTP/1.1 99999 OK\r\n\r\n',
      `${head(200, { 'Content-Length': 'x' })}`,
    ]) {
      const { client, url } = await setUp(saying(nonsense))
      await fails('protocol', client.request({ method: 'GET', url }))
    }
  })
})
