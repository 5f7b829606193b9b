import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DatabaseKind } from '../../src/store/engine/database.ts'
import { limitConcurrency } from '../../src/system/limit-concurrency.ts'
import { createClient, type Reply } from '../harness/client.ts'
import { onEachDatabase } from '../harness/database.ts'
import { type Instance, startInstance } from '../harness/instance.ts'

const wrongKeys = 60
const openReads = 900
/** Each counts 20 times. */
const descriptions = openReads / 20

async function withInstance(kind: DatabaseKind, env: Record<string, string>, work: (on: Instance) => Promise<void>) {
  const instance = await startInstance(kind, { env })
  try {
    await work(instance)
  } finally {
    await instance.stop()
  }
}

/** How requests without a valid key are refused, each from an address: as `wrong`, or to be tried `later`. */
async function tryWrong({ base }: Instance, addresses: readonly string[]): Promise<string[]> {
  const ask = createClient(base, 'pp_wrong')
  const replies = await Promise.all(
    addresses.map((address) => ask('GET', '/profiles', { headers: { 'x-forwarded-for': address } })),
  )
  return replies.map(({ status, headers }) => {
    assert.equal(status, 401)
    return headers.has('retry-after') ? 'later' : 'wrong'
  })
}

const times = (address: string, number = wrongKeys): string[] => Array(number).fill(address)
const tally = (statuses: readonly (number | string)[]) =>
  Object.fromEntries(
    Map.groupBy(statuses, String)
      .entries()
      .map(([status, all]) => [status, all.length]),
  )

onEachDatabase((kind) => {
  test('after 60 requests without a valid key an address is told when to try again; a valid key from there is always served', () =>
    withInstance(kind, {}, async (instance) => {
      const ask = createClient(instance.base, null)
      const user = await instance.newUser()
      const revoked = await instance.newUser()
      await instance.owner('DELETE', `/admin/keys/${revoked.keyId}`)
      const kinds = [null, 'pp_nonsense', user.key.slice(0, -1), revoked.key]
      // At once, because on a busy machine so many requests, one after the other, take longer than a window.
      const askAtOnce = (count: number): Promise<Reply[]> =>
        Promise.all(Array.from({ length: count }, (_, at) => ask('GET', '/profiles', { key: kinds[at % 4] ?? null })))
      const replies = [...(await askAtOnce(wrongKeys)), ...(await askAtOnce(4))]
      assert.deepEqual(tally(replies.map(({ status }) => status)), { 401: wrongKeys + 4 })
      const isLater = ({ body, headers }: (typeof replies)[number]) =>
        headers.has('retry-after') && /Try again in \d+ seconds/.test(body.error.message)
      assert.deepEqual(replies.map(isLater), [...Array(wrongKeys).fill(false), ...Array(4).fill(true)])
      assert.deepEqual(
        replies.slice(-2).map(({ body, headers }) => [body.error.code, headers.get('x-ratelimit-limit')]),
        Array(2).fill(['unauthorized', String(wrongKeys)]),
      )
      // Keys that nobody knows yet are looked up one after another. So many at once would be too many of them.
      assert.equal((await user.ask('GET', '/profiles')).status, 200)
      const served = await Promise.all(Array.from({ length: 2 * wrongKeys - 1 }, () => user.ask('GET', '/profiles')))
      assert.deepEqual(tally(served.map(({ status }) => status)), { 200: 2 * wrongKeys - 1 })
      // No proxy is trusted here to forward an address.
      assert.deepEqual(await tryWrong(instance, ['203.0.113.1', '2001:db8::1']), ['later', 'later'])
    }))

  test('a trusted proxy’s forwarded address counts: the last one that is not a trusted proxy itself', () =>
    withInstance(kind, { POLYPOST_TRUST_PROXY: '127.0.0.0/8, 10.0.0.0/8' }, async (instance) => {
      assert.deepEqual(tally(await tryWrong(instance, times('203.0.113.1', wrongKeys + 5))), {
        wrong: wrongKeys,
        later: 5,
      })
      // The client's own claim is on the left of what the proxies add.
      assert.deepEqual(
        await tryWrong(instance, [
          '203.0.113.2',
          '203.0.113.2, 203.0.113.1',
          '203.0.113.1, 10.1.2.3',
          '203.0.113.1, 203.0.113.2',
        ]),
        ['wrong', 'later', 'later', 'wrong'],
      )
    }))

  test('a forwarded address that does not come from a trusted proxy does not count', () =>
    withInstance(kind, { POLYPOST_TRUST_PROXY: '10.0.0.0/8' }, async (instance) => {
      const each = Array.from({ length: wrongKeys + 5 }, (_, at) => `203.0.113.${at}`)
      assert.deepEqual(tally(await tryWrong(instance, each)), { wrong: wrongKeys, later: 5 })
    }))

  test('the addresses of one IPv6 network count as one address', () =>
    withInstance(kind, { POLYPOST_TRUST_PROXY: '127.0.0.1/32' }, async (instance) => {
      const each = Array.from({ length: wrongKeys + 5 }, (_, at) => `2001:db8:0:1::${at.toString(16)}`)
      assert.deepEqual(tally(await tryWrong(instance, each)), { wrong: wrongKeys, later: 5 })
      assert.deepEqual(await tryWrong(instance, ['2001:db8:0:1:ffff::1', '2001:db8:0:2::1', '::1']), [
        'later',
        'wrong',
        'wrong',
      ])
    }))

  test('the description and its page need no key and are limited per address, together', () =>
    withInstance(kind, { POLYPOST_TRUST_PROXY: '127.0.0.1/32' }, async (instance) => {
      const ask = createClient(instance.base, null)
      const headers = { 'x-forwarded-for': '203.0.113.1' }
      const ways = ['/openapi.json', '/docs']
      // A server accepts about 500 new connections at once. The others wait for seconds, or fail.
      const inTurn = limitConcurrency(100)
      const replies = await Promise.all(
        Array.from({ length: descriptions }, (_, at) => inTurn(() => ask('HEAD', ways[at % 2] ?? '', { headers }))),
      )
      assert.deepEqual(tally(replies.map(({ status }) => status)), { 200: descriptions })
      for (const way of ways) {
        assert.equal((await ask('GET', way, { headers })).status, 429)
        const other = await ask('GET', way, { headers: { 'x-forwarded-for': '203.0.113.2' } })
        assert.deepEqual([other.status, other.headers.get('x-ratelimit-limit')], [200, String(openReads)])
      }
    }))
})
