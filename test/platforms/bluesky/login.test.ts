import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { discover } from '../../../src/platforms/bluesky/account.ts'
import { login } from '../../../src/platforms/bluesky/login.ts'
import { RefusedCall } from '../../../src/platforms/shared/call.ts'
import type { Reply } from '../../harness/scripted.ts'
import { calls, home, refusedWith, type Script, scripted } from './scripted.ts'

const { connect, refresh, revoke } = login

const ends = 1_800_000_000
const token = (exp: number) => `x.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.x`
const session = { accessJwt: token(ends), refreshJwt: 'new-refresh', did: home.did, handle: home.handle, active: true }

const document = (pds: string) => ({
  id: home.did,
  service: [
    { id: '#other', type: 'Other', serviceEndpoint: { uri: 'x' } },
    { id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: pds },
  ],
})

const resolve = 'GET /entryway/xrpc/com.atproto.identity.resolveHandle'
const createSession = 'POST /pds/xrpc/com.atproto.server.createSession'
const refreshSession = 'POST /pds/xrpc/com.atproto.server.refreshSession'

const bluesky =
  (changes: Script = {}) =>
  (origin: string): Script => ({
    [resolve]: ({ query }) =>
      query.handle === home.handle ? { body: { did: home.did } } : refusedWith(400, 'InvalidRequest'),
    'GET /plc/did:plc:abc': { body: document(`${origin}/pds/`) },
    [createSession]: { body: session },
    ...changes,
  })

const given = { handle: home.handle, app_password: home.appPassword }

const credentials = (origin: string) => ({
  accessToken: session.accessJwt,
  refreshToken: 'new-refresh',
  expiresAt: ends * 1_000,
  scopes: [],
  extra: { ...home, pds: `${origin}/pds` },
})

test('a sign-in is sent to the server of the DID document, including its path', async () => {
  const { origin, asked, context } = await scripted(bluesky())
  assert.deepEqual(await connect.login(given, context()), { type: 'in', credentials: credentials(origin) })
  assert.deepEqual(calls(asked), [
    'GET /entryway com.atproto.identity.resolveHandle',
    'GET /plc/did:plc:abc',
    'POST /pds com.atproto.server.createSession',
  ])
  assert.deepEqual(JSON.parse(String(asked[2]?.body)), { identifier: home.handle, password: home.appPassword })
})

describe('a handle is accepted as people write it', () => {
  for (const handle of ['@alice.test', ' Alice.Test ', '\u2068@alice.test\u2069', 'did:plc:abc'])
    test(JSON.stringify(handle), async () => {
      const { context } = await scripted(bluesky())
      assert.equal((await connect.login({ ...given, handle }, context())).type, 'in')
    })
})

test('the handle’s own site is asked if the entryway does not know it', async () => {
  const site = 'GET /.well-known/atproto-did'
  const { origin, context } = await scripted(
    bluesky({ [resolve]: refusedWith(400, 'InvalidRequest'), [site]: { body: `${home.did}\n` } }),
  )
  const { http, ...rest } = context()
  // The site of the handle is the scripted server, which does not support TLS.
  const moved = { request: (one: Parameters<typeof http.request>[0]) => http.request({ ...one, url: asked(one.url) }) }
  const asked = (url: string | URL) => String(url).replace('https://alice.blog', origin)
  const told = await connect.login({ ...given, handle: 'alice.blog' }, { ...rest, http: moved })
  assert.deepEqual(told, { type: 'in', credentials: credentials(origin) })
})

describe('a refused sign-in has a helpful message', () => {
  const sentences: readonly (readonly [what: string, handle: string, changes: Script, sentence: RegExp])[] = [
    ['no handle', 'alice', {}, /contains a dot/],
    ['an e-mail address', 'alice@example.com', {}, /not a Bluesky handle/],
    ['a strange DID', 'did:key:zabc', {}, /not a DID/],
    ['an unknown handle', 'nobody.test', {}, /No Bluesky account has the handle nobody\.test/],
    ['a dead account', home.handle, { 'GET /plc/did:plc:abc': { status: 404 } }, /no longer exists/],
    ['an account without a server', home.handle, { 'GET /plc/did:plc:abc': { body: { id: home.did } } }, /no server/],
    [
      'the document of another',
      home.handle,
      { 'GET /plc/did:plc:abc': { body: { ...document('http://127.0.0.1'), id: 'did:plc:other' } } },
      /no server/,
    ],
    [
      'a wrong password',
      home.handle,
      { [createSession]: refusedWith(401, 'AuthenticationRequired') },
      /password is wrong.*app password/,
    ],
    [
      'a second factor',
      home.handle,
      { [createSession]: refusedWith(401, 'AuthFactorTokenRequired') },
      /code by e-mail.*app password/,
    ],
    [
      'a taken down account',
      home.handle,
      { [createSession]: refusedWith(401, 'AccountTakedown') },
      /taken this account down/,
    ],
    [
      'a deactivated account',
      home.handle,
      { [createSession]: { body: { ...session, active: false, status: 'deactivated' } } },
      /deactivated/,
    ],
    [
      'another account',
      home.handle,
      { [createSession]: { body: { ...session, did: 'did:plc:other' } } },
      /a different account/,
    ],
    [
      'a refusal without a name',
      home.handle,
      { [createSession]: { status: 403, body: '<html>' } },
      /refused the sign-in\.$/,
    ],
  ]
  for (const [what, handle, changes, sentence] of sentences)
    test(what, async () => {
      const { context } = await scripted(bluesky(changes))
      const told = await connect.login({ ...given, handle }, context())
      assert.ok(told.type === 'refused')
      assert.match(told.message, sentence)
    })
})

describe('a temporary failure of a sign-in is not a refusal', () => {
  const passing: readonly (readonly [what: string, changes: Script, sentence: RegExp])[] = [
    ['too many sign-ins', { [createSession]: refusedWith(429, 'RateLimitExceeded') }, /limits how often/],
    ['a broken server', { [createSession]: { status: 502, body: '<html>' } }, /internal error/],
    ['no look-up of handles', { [resolve]: { status: 503 } }, /look up handles/],
    ['no directory', { 'GET /plc/did:plc:abc': { status: 500 } }, /directory of accounts/],
  ]
  for (const [what, changes, sentence] of passing)
    test(what, async () => {
      const { context } = await scripted(bluesky(changes))
      await assert.rejects(
        connect.login(given, context()),
        (error) => error instanceof RefusedCall && error.outcome.type === 'retry' && sentence.test(error.message),
      )
    })
})

test('an app password is never sent over plain http to a server that is not ours', async () => {
  const { origin, asked, context } = await scripted(bluesky())
  const { hosts, ...rest } = context()
  const secure = { ...hosts, entryway: 'https://entryway.test' }
  const http = {
    request: (one: Parameters<typeof rest.http.request>[0]) =>
      rest.http.request({ ...one, url: String(one.url).replace('https://entryway.test', `${origin}/entryway`) }),
  }
  assert.equal((await connect.login(given, { ...rest, http, hosts: secure })).type, 'refused')
  assert.ok(!calls(asked).some((call) => call.includes('createSession')))
})

test('a server that can’t be reached is a fault, not a refusal', async () => {
  const { context } = await scripted(bluesky({ 'GET /plc/did:plc:abc': { body: document('http://127.0.0.1:1') } }))
  await assert.rejects(connect.login(given, context()), { name: 'OutboundFault' })
})

describe('a login is renewed', () => {
  test('by its refresh token', async () => {
    const { origin, asked, context } = await scripted(bluesky({ [refreshSession]: { body: session } }))
    assert.deepEqual(await refresh(context()), { type: 'renewed', credentials: credentials(origin) })
    assert.deepEqual(calls(asked), ['POST /pds com.atproto.server.refreshSession'])
    assert.equal(asked[0]?.headers.authorization, 'Bearer refresh')
  })

  for (const dead of [
    refusedWith(400, 'ExpiredToken', 'Token has been revoked'),
    refusedWith(400, 'InvalidToken'),
    refusedWith(401, 'AuthMissing'),
  ])
    test(`by its app password if the refresh token is invalid: ${JSON.stringify(dead.body)}`, async () => {
      const { origin, asked, context } = await scripted(bluesky({ [refreshSession]: dead }))
      assert.deepEqual(await refresh(context()), { type: 'renewed', credentials: credentials(origin) })
      assert.deepEqual(JSON.parse(String(asked.at(-1)?.body)), { identifier: home.did, password: home.appPassword })
    })

  test('at the server to which the account has moved', async () => {
    const { origin, context } = await scripted((origin) => ({
      [refreshSession]: refusedWith(400, 'InvalidToken'),
      'GET /plc/did:plc:abc': { body: document(`${origin}/new-pds`) },
      'POST /new-pds/xrpc/com.atproto.server.createSession': { body: session },
    }))
    const renewal = await refresh(context())
    assert.equal(renewal.type === 'renewed' && renewal.credentials.extra.pds, `${origin}/new-pds`)
  })

  test('with a new handle', async () => {
    const { context } = await scripted(bluesky({ [refreshSession]: { body: { ...session, handle: 'new.test' } } }))
    const renewal = await refresh(context())
    assert.equal(renewal.type === 'renewed' && renewal.credentials.extra.handle, 'new.test')
  })

  test('with a token whose expiry can’t be read', async () => {
    const { context } = await scripted(bluesky({ [refreshSession]: { body: { ...session, accessJwt: 'opaque' } } }))
    const renewal = await refresh(context())
    assert.equal(renewal.type === 'renewed' && renewal.credentials.expiresAt, null)
  })
})

describe('a login that is not renewed', () => {
  const dead = { [refreshSession]: refusedWith(400, 'ExpiredToken') }
  const renewal = async (changes: Script) => {
    const { context } = await scripted(bluesky(changes))
    return refresh(context())
  }

  test('needs a person if its app password is refused too', async () => {
    const refused = await renewal({ ...dead, [createSession]: refusedWith(401, 'AuthenticationRequired') })
    assert.equal(refused.type === 'refused' && refused.error, 'reconnect_required')
  })

  test('needs a person if the server returns another account', async () => {
    assert.equal((await renewal({ [refreshSession]: { body: { ...session, did: 'did:plc:other' } } })).type, 'refused')
  })

  const passing: readonly Reply[] = [
    { status: 500 },
    { status: 503, body: '<html>' },
    refusedWith(429, 'RateLimitExceeded'),
  ]
  for (const reply of passing)
    test(`is tried again later after a ${reply.status}`, async () => {
      assert.equal((await renewal({ [refreshSession]: reply })).type, 'retry')
      assert.equal((await renewal({ ...dead, 'GET /plc/did:plc:abc': reply })).type, 'retry')
      assert.equal((await renewal({ ...dead, [createSession]: reply })).type, 'retry')
    })

  test('waits as long as the server asks', async () => {
    const before = Date.now()
    const later = await renewal({ [refreshSession]: { status: 429, headers: { 'retry-after': '100' } } })
    assert.ok(later.type === 'retry' && later.notBefore !== undefined && later.notBefore >= before + 100_000)
  })
})

test('disconnecting deletes the session at the server, whatever the response', async () => {
  const { asked, context } = await scripted(() => ({
    'POST /pds/xrpc/com.atproto.server.deleteSession': [{}, refusedWith(400, 'ExpiredToken')],
  }))
  await revoke(context())
  await revoke(context())
  assert.deepEqual(
    asked.map(({ headers }) => headers.authorization),
    ['Bearer refresh', 'Bearer refresh'],
  )
})

describe('a connected account', () => {
  const profile = 'GET /appview/xrpc/app.bsky.actor.getProfile'
  const shown = async (reply: Reply) => {
    const { origin, context } = await scripted(() => ({ [profile]: reply }))
    const [identity] = await discover(context())
    return { origin, identity }
  }

  test('has its name and picture', async () => {
    const avatar = 'https://cdn.example/a.jpg'
    const { origin, identity } = await shown({ body: { handle: home.handle, displayName: 'Alice', avatar } })
    assert.deepEqual(identity, {
      kind: 'account',
      remoteId: home.did,
      username: home.handle,
      displayName: 'Alice',
      avatarUrl: avatar,
      profileUrl: `${origin}/web/profile/alice.test`,
      accountType: null,
      eligible: false,
      missingPermissions: [],
    })
  })

  for (const reply of [{ status: 500 }, refusedWith(400, 'InvalidRequest'), { body: '<html>' }, { body: { odd: 1 } }])
    test(`is connected without them too: ${JSON.stringify(reply)}`, async () => {
      const { identity } = await shown(reply)
      assert.deepEqual([identity?.remoteId, identity?.username, identity?.displayName], [home.did, home.handle, null])
    })
})
