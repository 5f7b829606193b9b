import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { hour, minute } from '../../../../src/domain/time.ts'
import { fieldsOf, postOf, type SimulatedBluesky, startSimulatedBluesky } from './start.ts'

let bluesky: SimulatedBluesky
before(async () => {
  bluesky = await startSimulatedBluesky()
})
after(() => bluesky.stop())

const server = (method: string) => `com.atproto.server.${method}`
const refresh = (token: string) => bluesky.call(server('refreshSession'), { token })
const getSession = (token: string) => bluesky.call(server('getSession'), { token })

describe('signing in', () => {
  test('works at the entryway and at the account’s own server, by handle and by DID', async () => {
    const { did, handle, password } = await bluesky.signIn('Ada')
    for (const host of ['entryway', 'pds'])
      for (const identifier of [handle, did]) {
        const { status, body } = await bluesky.call(server('createSession'), { host, json: { identifier, password } })
        assert.deepEqual([status, body.did, body.handle, body.active], [200, did, handle, true])
      }
  })

  test('names another server than the one of the request: the account’s own', async () => {
    const { handle, password } = await bluesky.signIn('Ada')
    const json = { identifier: handle, password }
    const { body } = await bluesky.call(server('createSession'), { host: 'entryway', json })
    const { id, serviceEndpoint } = body.didDoc.service[0]
    assert.deepEqual([id, serviceEndpoint], ['#atproto_pds', bluesky.host('pds')])
    const document = await fetch(`${bluesky.host('plc')}/${body.did}`)
    assert.deepEqual(await document.json(), body.didDoc)
    assert.equal(document.headers.get('content-type'), 'application/did+ld+json')
  })

  test('is refused with 401 for a wrong password and for an unknown account', async () => {
    const { handle } = await bluesky.signIn('Ada')
    for (const identifier of [handle, 'nobody.bsky.test']) {
      const json = { identifier, password: 'aaaa-bbbb-cccc-dddd' }
      const { status, body } = await bluesky.call(server('createSession'), { json })
      assert.deepEqual(
        [status, body],
        [401, { error: 'AuthenticationRequired', message: 'Invalid identifier or password' }],
      )
    }
  })

  test('is refused to an account that was taken down', async () => {
    const { handle, app_password: password } = await fieldsOf(bluesky.sandbox.control, 'taken down')
    const { status, body } = await bluesky.call(server('createSession'), { json: { identifier: handle, password } })
    assert.deepEqual([status, body.error], [401, 'AccountTakedown'])
  })

  test('reports that an account is deactivated, which then can’t write', async () => {
    const { handle, app_password: password } = await fieldsOf(bluesky.sandbox.control, 'deactivated')
    const { body } = await bluesky.call(server('createSession'), { json: { identifier: handle, password } })
    assert.deepEqual([body.active, body.status], [false, 'deactivated'])
    const session = await bluesky.signIn('deactivated')
    const refused = await bluesky.put(session, postOf('hello'))
    assert.deepEqual([refused.status, refused.body.error], [401, 'AccountDeactivated'])
  })

  test('is limited to 30 times in 5 minutes, and reports when it is allowed again', async () => {
    const { handle, password } = await bluesky.signIn('hasty')
    const json = { identifier: handle, password }
    for (let time = 1; time < 30; time += 1)
      assert.equal((await bluesky.call(server('createSession'), { json })).status, 200)
    const refused = await bluesky.call(server('createSession'), { json })
    assert.deepEqual([refused.status, refused.body.error], [429, 'RateLimitExceeded'])
    assert.equal(refused.headers.get('ratelimit-policy'), '30;w=300')
    assert.equal(refused.headers.get('ratelimit-remaining'), '0')
    const wait = Number(refused.headers.get('retry-after'))
    assert.ok(wait > 0 && wait <= 300, `retry-after ${wait}`)
    bluesky.sandbox.pass(wait * 1_000)
    assert.equal((await bluesky.call(server('createSession'), { json })).status, 200)
  })
})

describe('an access token', () => {
  test('expires after two hours with a 400, and not with a 401', async () => {
    const { access } = await bluesky.signIn('Bea')
    bluesky.sandbox.pass(119 * minute)
    assert.equal((await getSession(access)).status, 200)
    bluesky.sandbox.pass(2 * minute)
    const { status, body } = await getSession(access)
    assert.deepEqual([status, body], [400, { error: 'ExpiredToken', message: 'Token has expired' }])
  })

  test('that is missing, malformed, or a refresh token is refused with its own error', async () => {
    const session = await bluesky.signIn('Bea')
    const missing = await bluesky.call(server('getSession'))
    assert.deepEqual([missing.status, missing.body.error], [401, 'AuthMissing'])
    for (const token of ['nonsense', session.refresh, `${session.access}x`]) {
      const { status, body } = await getSession(token)
      assert.deepEqual([status, body.error], [400, 'InvalidToken'])
    }
    assert.deepEqual((await refresh(session.access)).body.error, 'InvalidToken')
  })
})

describe('a refresh', () => {
  test('returns a new pair, and for two hours the same successor again', async () => {
    const { refresh: first } = await bluesky.signIn('Cem')
    const once = (await refresh(first)).body
    bluesky.sandbox.pass(hour)
    const again = await refresh(first)
    assert.equal(again.status, 200)
    const idOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).jti
    assert.equal(idOf(again.body.refreshJwt), idOf(once.refreshJwt))
    assert.equal((await refresh(once.refreshJwt)).status, 200)
    bluesky.sandbox.pass(hour + minute)
    const late = await refresh(first)
    assert.deepEqual([late.status, late.body], [400, { error: 'ExpiredToken', message: 'Token has been revoked' }])
  })

  test('is refused after the session was deleted, while the access token stays valid', async () => {
    const session = await bluesky.signIn('Cem')
    assert.equal((await bluesky.call(server('deleteSession'), { token: session.refresh })).status, 200)
    assert.equal((await refresh(session.refresh)).body.error, 'ExpiredToken')
    assert.equal((await getSession(session.access)).status, 200)
  })
})

describe('a service token', () => {
  const getServiceAuth = (token: string, query: Record<string, string>) =>
    bluesky.call(server('getServiceAuth'), { token, query: { aud: 'did:web:video.bsky.app', ...query } })
  const inSeconds = (seconds: number) => String(Math.floor(Date.now() / 1_000) + passed + seconds)
  // The time that the tests above have skipped; more than the lifetime of either token.
  let passed = 0
  before(async () => {
    const { access } = await bluesky.signIn('Dot')
    const { iat } = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString())
    passed = iat - Math.floor(Date.now() / 1_000)
  })

  test('is valid for an hour at most, and for a minute without a method', async () => {
    const { access } = await bluesky.signIn('Dot')
    const lxm = 'app.bsky.video.getUploadLimits'
    assert.equal((await getServiceAuth(access, { lxm, exp: inSeconds(1_800) })).status, 200)
    assert.equal((await getServiceAuth(access, {})).status, 200)
    for (const query of [{ lxm, exp: inSeconds(3_700) }, { exp: inSeconds(120) }, { lxm, exp: inSeconds(-5) }]) {
      const { status, body } = await getServiceAuth(access, query)
      assert.deepEqual([status, body.error], [400, 'BadExpiration'], JSON.stringify(query))
    }
  })
})

test('a handle resolves to its DID, and an unknown one does not', async () => {
  const { did, handle } = await bluesky.signIn('Eve')
  for (const host of ['entryway', 'pds', 'appview']) {
    const resolve = (name: string) =>
      bluesky.call('com.atproto.identity.resolveHandle', { host, query: { handle: name } })
    assert.deepEqual((await resolve(handle)).body, { did })
    const nobody = await resolve('nobody.bsky.test')
    assert.deepEqual([nobody.status, nobody.body.error], [400, 'InvalidRequest'])
  }
})

test('the directory of DIDs does not know a missing account', async () => {
  const response = await fetch(`${bluesky.host('plc')}/did:plc:${'a'.repeat(24)}`)
  assert.equal(response.status, 404)
})

test('the server reports its name, and its maximum file size', async () => {
  const { body } = await bluesky.call(server('describeServer'))
  assert.deepEqual([body.did, body.blobUploadLimit], ['did:web:127.0.0.1', 52_428_800])
})
