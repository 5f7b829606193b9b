import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, beforeEach, describe, test } from 'node:test'
import { jsonOf } from '../harness/sandbox.ts'
import { postOf, type SimulatedBluesky, startSimulatedBluesky } from '../platforms/bluesky/simulator/start.ts'

let bluesky: SimulatedBluesky
before(async () => {
  bluesky = await startSimulatedBluesky()
})
beforeEach(() => bluesky.sandbox.control('POST', '/reset'))
after(() => bluesky.stop())

const control: SimulatedBluesky['sandbox']['control'] = (...given) => bluesky.sandbox.control(...given)

/** The platform's limits do not matter here. */
async function signIn() {
  await control('POST', '/bluesky/settings', { rateLimits: false })
  return bluesky.signIn('author')
}

describe('posts', () => {
  test('are listed oldest first, all or from a time on', async () => {
    const session = await signIn()
    await bluesky.put(session, postOf('first'))
    bluesky.sandbox.pass(60_000)
    await bluesky.put(session, postOf('second'))
    const all = await bluesky.sandbox.posts('bluesky')
    assert.deepEqual(
      all.map(({ text }) => text),
      ['first', 'second'],
    )
    const since = all[1]?.created_at ?? ''
    for (const from of [since, String(Date.parse(since))]) {
      const { posts } = (await control('GET', `/bluesky/posts?since=${encodeURIComponent(from)}`)).body
      assert.deepEqual(posts, all.slice(1))
    }
  })

  test('are listed however many there are', async () => {
    const session = await signIn()
    const count = 2_345
    for (let made = 0; made < count; made += 5)
      await Promise.all([0, 1, 2, 3, 4].map((index) => bluesky.put(session, postOf(`post ${made + index}`))))
    const posts = await bluesky.sandbox.posts('bluesky')
    assert.equal(new Set(posts.map(({ text }) => text)).size, count)
  })

  test('are not listed if `since` is no time', async () => {
    const { status, body } = await control('GET', '/bluesky/posts?since=yesterday')
    assert.equal(status, 400)
    assert.match(body.error, /since must be a time/)
  })
})

describe('requests', () => {
  test('are listed with their status and fault', async () => {
    const session = await signIn()
    await control('POST', '/bluesky/faults', { operation: 'create', kind: 'rate_limit' })
    await bluesky.put(session, postOf('limited'))
    await bluesky.put(session, postOf('taken'))
    const requests = await bluesky.sandbox.requests('bluesky')
    assert.deepEqual(
      requests.map(({ method, path, status, fault }) => [method, path.split('.').at(-1), status, fault]),
      [
        ['POST', 'createSession', 200, null],
        ['POST', 'putRecord', 429, 'rate_limit'],
        ['POST', 'putRecord', 200, null],
      ],
    )
  })

  test('show headers and bodies on request, and never a secret', async () => {
    const session = await signIn()
    await bluesky.put(session, postOf('shown'))
    await bluesky.call('com.atproto.server.getServiceAuth', { token: session.access, query: { aud: 'did:web:a.test' } })
    await fetch(`${bluesky.host('pds')}/xrpc/anything?access_token=hush&page=2`)
    const text = JSON.stringify(await bluesky.sandbox.requests('bluesky', '?bodies=1'))
    assert.match(text, /"authorization":"Bearer \*\*\*"/)
    assert.ok(text.includes('shown'))
    for (const secret of [session.access, session.refresh, session.password, 'hush'])
      assert.ok(!text.includes(secret), `${secret} is shown`)
    assert.ok(text.includes('page=2'))
    assert.ok(!JSON.stringify(await bluesky.sandbox.requests('bluesky')).includes('shown'))
  })

  test('with bytes or with too much text are kept without their body', async () => {
    const session = await signIn()
    const bytes = { type: 'image/png', body: new Uint8Array(100) }
    await bluesky.call('com.atproto.repo.uploadBlob', { token: session.access, bytes })
    await bluesky.put(session, postOf('x'.repeat(70_000)), undefined, { wrong: true })
    const [, upload, put] = await bluesky.sandbox.requests('bluesky', '?bodies=1')
    for (const one of [upload, put]) assert.deepEqual(one && 'body' in one && one.body, null)
  })
})

describe('an unknown name', () => {
  const cases: readonly (readonly [method: string, path: string, body: unknown, names: string])[] = [
    ['GET', '/nowhere/posts', undefined, 'bluesky'],
    ['GET', '/bluesky/pictures', undefined, 'GET posts'],
    ['DELETE', '/bluesky/posts', undefined, 'DELETE faults'],
    ['GET', '/reset', undefined, 'POST'],
    ['POST', '/bluesky/faults', { operation: 'fly', kind: 'reset' }, 'create'],
    ['POST', '/bluesky/faults', { operation: 'create', kind: 'explode' }, 'timeout_after'],
    ['POST', '/bluesky/faults', { operation: 'create', kind: 'reset', often: 3 }, 'often'],
    ['POST', '/bluesky/posts/none/comments', { author: 'a', message: 'b' }, 'GET /__sandbox/bluesky/posts'],
    ['POST', '/bluesky/posts/none/metrics', { likeCount: 1 }, 'GET /__sandbox/bluesky/posts'],
    ['POST', '/bluesky/posts/%E0%A4%A/metrics', { likeCount: 1 }, 'URL-encoded'],
    ['POST', '/bluesky/settings', { colour: 'red' }, 'colour'],
    ['POST', '/bluesky/login', { name: 'a' }, 'account'],
  ]
  for (const [method, path, body, names] of cases)
    test(`is reported with the known ones: ${method} ${path} ${JSON.stringify(body) ?? ''}`, async () => {
      const answer = await control(method, path, body)
      assert.ok([400, 404, 405].includes(answer.status), String(answer.status))
      assert.ok(JSON.stringify(answer.body).includes(names), JSON.stringify(answer.body))
    })

  test('is reported to a client that calls an unknown platform, or an unknown path of a platform', async () => {
    const platform = await fetch(`${bluesky.sandbox.address}/nowhere/api/me`)
    assert.deepEqual([platform.status, (await jsonOf(platform)).exists], [404, ['bluesky']])
    const route = await fetch(`${bluesky.host('pds')}/xrpc/com.example.nothing`)
    assert.equal(route.status, 404)
    assert.match((await jsonOf(route)).error, /has no GET \/xrpc\/com\.example\.nothing on its host “pds”/)
  })
})

test('faults are listed, used up and cleared', async () => {
  const session = await signIn()
  const faults = async () => (await control('GET', '/bluesky/faults')).body.faults
  const asked = { operation: 'create', kind: 'server_error', times: 2, after: 1 }
  await control('POST', '/bluesky/faults', asked)
  assert.deepEqual(await faults(), [asked])
  await bluesky.put(session, postOf('one'))
  await bluesky.put(session, postOf('two'))
  assert.deepEqual(await faults(), [{ ...asked, times: 1, after: 0 }])
  assert.deepEqual((await control('DELETE', '/bluesky/faults')).body, { cleared: 1 })
  assert.deepEqual(await faults(), [])
})

test('a reset deletes posts, requests, accounts, faults and the counts of faults in texts', async () => {
  const text = 'again [[sandbox:server_error]]'
  for (let life = 0; life < 2; life += 1) {
    const session = await signIn()
    assert.equal((await bluesky.put(session, postOf(text))).status, 500)
    assert.equal((await bluesky.put(session, postOf(text))).status, 200)
    await control('POST', '/bluesky/faults', { operation: 'create', kind: 'reset' })
    assert.deepEqual((await control('POST', '/reset')).body, { forgotten: true })
    assert.deepEqual([await bluesky.sandbox.posts('bluesky'), await bluesky.sandbox.requests('bluesky')], [[], []])
    assert.equal(
      (await bluesky.call('com.atproto.server.getSession', { token: session.access })).body.error,
      'AccountNotFound',
    )
  }
})

test('the control API refuses other web sites, and host names that were made to point to this machine', async () => {
  const statusWith = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = request(`${bluesky.sandbox.address}/__sandbox/bluesky/posts`, { headers }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      asked.on('error', reject).end()
    })
  assert.equal(await statusWith({}), 200)
  assert.equal(await statusWith({ origin: 'https://evil.test' }), 403)
  assert.equal(await statusWith({ host: 'evil.test' }), 403)
})
