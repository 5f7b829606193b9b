import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createHttpClient } from '../../src/outbound/http-client.ts'
import { eventually } from '../harness/eventually.ts'
import { fails, nothingLeft, textOf } from '../harness/outbound.ts'
import { answer, head, type Origin, startOrigin } from '../harness/servers/origin.ts'

const client = createHttpClient({ exceptions: ['127.0.0.0/8'], lookup: async () => ['127.0.0.1'] })
let origin: Origin
let base: string

/** `/<status>?<location>` redirects; `/<n>` has n redirects before it; any other path is a final response. */
before(async () => {
  origin = await startOrigin((socket, request) => {
    const [, path = ''] = request.split(' ')
    const [, status, location] = /^\/(\d{3})\?(.*)$/.exec(path) ?? []
    const left = Number(/^\/n(\d+)$/.exec(path)?.[1] ?? 0)
    if (status) socket.end(answer(Number(status), { Location: decodeURIComponent(location ?? '') }, 'not this'))
    else if (left > 0) socket.end(answer(302, { Location: `/n${left - 1}` }))
    else socket.end(answer(path === '/bare' ? 302 : 200, {}, `end of ${path}`))
  })
  base = `http://origin.test:${origin.port}`
})
after(async () => {
  await origin.stop()
  await eventually('no socket is left', nothingLeft)
})

const redirect = (status: number, location: string): string => `${base}/${status}?${encodeURIComponent(location)}`
const lastHead = (): string => origin.received.at(-1) ?? ''

for (const status of [301, 302, 303, 307, 308])
  test(`${status} is followed, and the response has its final URL`, async () => {
    const response = await client.follow({ url: redirect(status, '/there?a=b') })
    assert.equal(response.url.href, `${base}/there?a=b`)
    assert.equal(await textOf(response), 'end of /there?a=b')
  })

describe('a Location is understood in every form', () => {
  for (const [location, expected] of [
    ['there', '/there'],
    ['./a/../there', '/there'],
    // Not encoded, in UTF-8.
    [Buffer.from('/grüße').toString('latin1'), '/gr%C3%BC%C3%9Fe'],
    ['there?only=query', '/there?only=query'],
    ['//origin.test:PORT/there', '/there'],
    ['http://other.test:PORT/there', '/there'],
    ['HTTP://ORIGIN.TEST:PORT/there#fragment', '/there'],
  ] as const)
    test(location, async () => {
      const response = await client.follow({ url: redirect(302, location.replace('PORT', String(origin.port))) })
      response.close()
      assert.equal(response.url.pathname + response.url.search, expected)
    })
})

test('a response that is not a redirect is returned unchanged', async () => {
  for (const [url, status] of [
    [redirect(300, '/there'), 300],
    [redirect(304, '/there'), 304],
    [redirect(201, '/there'), 201],
    [redirect(404, '/there'), 404],
    [`${base}/bare`, 302],
  ] as const) {
    const response = await client.follow({ url })
    response.close()
    assert.equal(response.status, status)
  }
})

test('a redirect is followed before its body ends', async () => {
  const endless = await startOrigin((socket) => {
    socket.write(head(302, { Location: `${base}/there` }))
    socket.write('and so on')
  })
  const response = await client.follow({ url: `http://origin.test:${endless.port}/` })
  await eventually('the connection is cut', () => endless.open === 0)
  assert.equal(await textOf(response), 'end of /there')
  await endless.stop()
})

test('five redirects are followed, and six are too many', async () => {
  assert.equal(await textOf(await client.follow({ url: `${base}/n5` })), 'end of /n0')
  await fails('too_many_redirects', client.follow({ url: `${base}/n6` }))
  await fails('too_many_redirects', client.follow({ url: `${base}/n2` }, { hops: 1 }))
  await fails('too_many_redirects', client.follow({ url: `${base}/n1` }, { hops: 0 }))
})

describe('headers for one origin', () => {
  const headers = {
    Authorization: 'Bearer secret',
    Cookie: 'secret=1',
    'X-Api-Key': 'secret',
    Range: 'bytes=5-',
    'User-Agent': 'Test',
  }
  const there = () => `http://origin.test:${origin.port}/there`

  test('stay with it', async () => {
    await textOf(await client.follow({ url: redirect(302, there()), headers }))
    assert.match(lastHead(), /authorization: Bearer secret/i)
    assert.match(lastHead(), /x-api-key: secret/i)
  })

  test('are not sent to another, nor to the first if another redirects back to it', async () => {
    const other = `http://other.test:${origin.port}/there`
    const back = `http://other.test:${origin.port}/302?${encodeURIComponent(there())}`
    for (const url of [redirect(302, other), redirect(307, other), redirect(302, back)]) {
      await textOf(await client.follow({ url, headers }))
      assert.match(lastHead(), /^GET \/there /)
      assert.doesNotMatch(lastHead(), /secret/)
      assert.match(lastHead(), /range: bytes=5-/i)
      assert.match(lastHead(), /user-agent: Test/i)
    }
  })
})
