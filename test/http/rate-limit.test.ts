import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { DatabaseKind } from '../../src/store/engine/database.ts'
import { createClient, type Reply } from '../harness/client.ts'
import { onEachDatabase } from '../harness/database.ts'
import { type Instance, ownerKey, startInstance } from '../harness/instance.ts'
import { becomeOwner } from '../harness/people.ts'
import type { RunningProcess } from '../harness/process.ts'
import { withDatabase } from '../harness/rows.ts'
import { setStage } from '../harness/stage.ts'

const window = 60
const limits = { 1: 5, 2: 7, 3: 9, 4: 1000 }
const env = { POLYPOST_RATE_LIMITS: Object.values(limits).join() }

const count = (replies: readonly { status: number }[], status: number): number =>
  replies.filter((reply) => reply.status === status).length

/** The values of both families of headers, which must agree. */
function readLimit({ headers }: Reply) {
  const [, policy, seconds] = /^"requests";q=(\d+);w=(\d+)$/.exec(headers.get('ratelimit-policy') ?? '') ?? []
  const [, left, until] = /^"requests";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? []
  assert.equal(headers.get('x-ratelimit-limit'), policy)
  assert.equal(headers.get('x-ratelimit-remaining'), left)
  assert.match(headers.get('x-ratelimit-reset') ?? '', /^\d+$/)
  assert.equal(Number(seconds), window)
  const state = {
    limit: Number(policy),
    remaining: Number(left),
    seconds: Number(until),
    reset: Number(headers.get('x-ratelimit-reset')),
  }
  assert.ok(state.seconds >= 1 && state.seconds <= window, `${state.seconds} seconds are left of ${window}`)
  return state
}

// Not on both databases at the same time: a test changes the clock of the process.
onEachDatabase(testsOn, { inTurn: true })

function testsOn(kind: DatabaseKind): void {
  let instance: Instance
  before(async () => {
    instance = await startInstance(kind, { env })
  })
  after(() => instance.stop())

  test('exactly the limit is allowed, over all keys of a user together, and no other user is affected', async () => {
    const [ana, ben] = [await instance.newUser(1), await instance.newUser(1)]
    const more = await instance.owner('POST', `/admin/users/${ana.id}/keys`, { body: { name: 'second' } })
    const keys = [ana.key, more.body.data.key]
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => ana.ask('GET', '/profiles', { key: keys[at % 2] })),
    )
    assert.deepEqual([count(replies, 200), count(replies, 429)], [limits[1], 20 - limits[1]])
    assert.equal((await ben.ask('GET', '/profiles')).status, 200)
  })

  test('both families of headers count down on responses of every status, and a refusal says when to retry', async () => {
    const user = await instance.newUser(1)
    const paths = ['/profiles', '/no-such-path', '/profiles?typo=1', '/posts/0', '/usage']
    const resets: number[] = []
    for (const [at, path] of paths.entries()) {
      const { limit, remaining, reset } = readLimit(await user.ask('GET', path))
      assert.deepEqual({ limit, remaining }, { limit: limits[1], remaining: limits[1] - 1 - at })
      resets.push(reset)
    }
    const refused = await user.ask('GET', '/profiles')
    assert.equal(refused.status, 429)
    assert.equal(refused.body.error.code, 'rate_limited')
    const { remaining, seconds, reset } = readLimit(refused)
    assert.equal(remaining, 0)
    assert.equal(refused.headers.get('retry-after'), String(seconds))
    // The first request fixes the window; one second of tolerance for the rounding.
    assert.ok(Math.max(...resets, reset) - Math.min(...resets, reset) <= 1, `${resets} and ${reset} are one end`)
  })

  test('a refused request has no effect', async () => {
    const user = await instance.newUser(1)
    await Promise.all(Array.from({ length: limits[1] }, () => user.ask('GET', '/usage')))
    assert.equal((await user.ask('POST', '/profiles', { body: { name: 'too much' } })).status, 429)
    const raised = await instance.owner('PATCH', `/admin/users/${user.id}`, { body: { plan_id: 4 } })
    assert.equal(raised.status, 200)
    const { body } = await user.ask('GET', '/profiles')
    assert.deepEqual(
      body.data.profiles.map(({ name }: { name: string }) => name),
      ['Default'],
    )
  })

  test('a request with a revoked key does not count for the user', async () => {
    const user = await instance.newUser(1)
    const { body: made } = await instance.owner('POST', `/admin/users/${user.id}/keys`, { body: { name: 'revoked' } })
    assert.equal((await instance.owner('DELETE', `/admin/keys/${made.data.id}`)).status, 200)
    for (let at = 0; at < limits[1]; at += 1)
      assert.equal((await user.ask('GET', '/usage', { key: made.data.key })).status, 401)
    assert.equal(readLimit(await user.ask('GET', '/usage')).remaining, limits[1] - 1)
  })

  test('requests with a revoked key, beside others, take no place of theirs', async () => {
    const user = await instance.newUser(1)
    const { body: made } = await instance.owner('POST', `/admin/users/${user.id}/keys`, { body: { name: 'revoked' } })
    await instance.owner('DELETE', `/admin/keys/${made.data.id}`)
    const keys = [made.data.key, user.key]
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, at) => user.ask('GET', '/usage', { key: keys[at % 2] })),
    )
    // Too many wrong keys from one address are refused for another reason.
    const own = replies.filter((_, at) => at % 2 === 1)
    assert.deepEqual([count(own, 200), count(own, 429)], [limits[1], own.length - limits[1]])
  })

  test('a session and a key of one user share the limit', async () => {
    const person = await becomeOwner(instance)
    const before = readLimit(await instance.owner('GET', '/usage'))
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? person.ask : instance.owner)('GET', '/usage')),
    )
    const places = replies.map((reply) => before.remaining - readLimit(reply).remaining)
    assert.deepEqual(
      places.toSorted((one, other) => one - other),
      Array.from({ length: 10 }, (_, at) => at + 1),
    )
  })

  if (kind === 'postgres')
    test('a user over the limit costs no writes, in any process', async () => {
      const user = await instance.newUser(1)
      const ask = () => Promise.all(Array.from({ length: 20 }, () => user.ask('GET', '/usage')))
      await ask()
      await withDatabase(instance.data, async (db) => {
        const written = async () =>
          (await sql`select xmin::text, points from rate_limits where key = ${`user:${user.id}`}`.execute(db)).rows
        const before = await written()
        assert.equal(before.length, 1)
        assert.equal(count(await ask(), 429), 20)
        assert.deepEqual(await written(), before)
      })
    })

  test('each plan has its own limit, and a new plan counts from the next request', async () => {
    for (const plan of [1, 2, 3] as const) {
      const user = await instance.newUser(plan)
      assert.equal(readLimit(await user.ask('GET', '/usage')).limit, limits[plan])
      await instance.owner('PATCH', `/admin/users/${user.id}`, { body: { plan_id: 4 } })
      assert.equal(readLimit(await user.ask('GET', '/usage')).limit, limits[4])
    }
  })

  test('a new window opens when the old one has ended, and not before', async (t) => {
    const user = await instance.newUser(1)
    const start = Date.now()
    t.mock.timers.enable({ apis: ['Date'], now: start })
    const first = await user.ask('GET', '/usage')
    assert.equal(readLimit(first).seconds, window)
    await Promise.all(Array.from({ length: limits[1] - 1 }, () => user.ask('GET', '/usage')))
    assert.equal((await user.ask('GET', '/usage')).status, 429)

    t.mock.timers.setTime(start + window * 1000 - 1)
    assert.equal((await user.ask('GET', '/usage')).status, 429)
    t.mock.timers.setTime(start + window * 1000 + 1)
    const { status, headers } = await user.ask('GET', '/usage')
    assert.deepEqual([status, headers.get('x-ratelimit-remaining')], [200, String(limits[1] - 1)])
    t.mock.timers.reset()
  })
}

describe('under 50 connections at once', () => {
  const free = 75

  async function newKey(server: RunningProcess): Promise<string> {
    const owner = createClient(server.base, ownerKey)
    const user = await owner('POST', '/admin/users', { body: { email: 'ana@example.com', plan_id: 1 } })
    return (await owner('POST', `/admin/users/${user.body.data.id}/keys`, { body: { name: 'test' } })).body.data.key
  }

  /** The statuses of 400 requests, sent as fast as 50 connections allow. */
  async function hammer(servers: readonly RunningProcess[], key: string) {
    const answers: { at: number; status: number }[] = []
    let left = 400
    const send = async (at: number) => {
      const base = servers[at % servers.length]?.base
      while (left-- > 0) {
        const response = await fetch(`${base}/api/v1/usage`, { headers: { authorization: `Bearer ${key}` } })
        await response.bytes()
        answers.push({ at: at % servers.length, status: response.status })
      }
    }
    await Promise.all(Array.from({ length: 50 }, (_, at) => send(at)))
    assert.equal(count(answers, 200) + count(answers, 429), 400)
    return answers
  }

  test('two API processes with one PostgreSQL together allow exactly the limit', async (t) => {
    const { start } = await setStage(t, 'postgres')
    const servers = [await start('api'), await start('api')] as const
    const answers = await hammer(servers, await newKey(servers[0]))
    assert.equal(count(answers, 200), free)
    for (const at of [0, 1])
      assert.ok(
        answers.some((answer) => answer.at === at && answer.status === 200),
        `process ${at} let some pass`,
      )
  })

  test('a process with the embedded database allows exactly the limit', async (t) => {
    const { start } = await setStage(t, 'sqlite')
    const server = await start()
    assert.equal(count(await hammer([server], await newKey(server)), 200), free)
  })
})
