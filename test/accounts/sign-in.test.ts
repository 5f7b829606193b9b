import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, afterEach, before, test } from 'node:test'
import type { Accounts } from '../../src/accounts/accounts.ts'
import type { OAuthConnect } from '../../src/platforms/shared/connect.ts'
import { exchangeCode, newVerifier } from '../../src/platforms/shared/oauth.ts'
import { startHttp } from '../harness/servers/http-server.ts'
import { type OAuthServer, person, startOAuthServer, type TokenAnswer } from '../harness/servers/oauth-server.ts'
import { type Surroundings, surround } from './surroundings.ts'

const callback = 'http://127.0.0.1:4000/oauth/callback'
const basic = `Basic ${Buffer.from('app:app-secret').toString('base64')}`

let around: Surroundings
let server: OAuthServer
before(async () => {
  around = await surround('sqlite')
})
after(() => around.stop())
afterEach(() => server.stop())

async function open(connect: Partial<OAuthConnect> = {}): Promise<Accounts> {
  server = await startOAuthServer(connect)
  return around.process(server.platform)
}

const signIn = (accounts: Accounts, code = server.newCode(), verifier = 'v'.repeat(43)) =>
  accounts.signIn.withCode(server.platform, 'live', { code, verifier })

test('the sign-in address has everything that the platform requires, and spaces are not plus signs', async () => {
  const accounts = await open({ parameters: { access_type: 'offline' } })
  const { url, state, verifier } = await accounts.signIn.begin(server.platform, 'live')
  assert.deepEqual(Object.fromEntries(new URL(url).searchParams), {
    response_type: 'code',
    client_id: 'app',
    redirect_uri: callback,
    scope: 'read write',
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    access_type: 'offline',
  })
  assert.ok(url.includes('scope=read%20write') && !url.includes('+'))
  assert.notEqual((await accounts.signIn.begin(server.platform, 'live')).state, state)
})

test('no PKCE is sent to a platform without it', async () => {
  const accounts = await open({ pkce: false })
  const { url } = await accounts.signIn.begin(server.platform, 'live')
  assert.ok(!url.includes('code_challenge'))
  await signIn(accounts)
  assert.equal(server.tokenRequests[0]?.form.code_verifier, undefined)
})

test('a code is exchanged for tokens and their account', async () => {
  const accounts = await open()
  const code = server.newCode()
  const login = await signIn(accounts, code)
  assert.equal(login.type, 'in')
  assert.ok(login.type === 'in' && server.accepts(login.credentials.accessToken))
  assert.deepEqual(login.identities, [person])
  assert.deepEqual(login.credentials.scopes, ['read', 'write'])
  assert.deepEqual(server.tokenRequests, [
    {
      form: { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: 'v'.repeat(43) },
      authorization: basic,
    },
  ])
})

test('an app sends its secret in the body if the platform requires that', async () => {
  const accounts = await open({ clientAuth: 'body' })
  await signIn(accounts)
  const [request] = server.tokenRequests
  assert.deepEqual([request?.form.client_id, request?.form.client_secret], ['app', 'app-secret'])
  assert.equal(request?.authorization, undefined)
})

test('an app without a secret sends only its ID', async () => {
  await open()
  const { live } = server.platform
  const accounts = await around.process(server.platform)
  const context = {
    ...(await accounts.live(server.platform, 'live', { operation: 'sign_in' })),
    app: { clientId: 'public', clientSecret: null },
  }
  assert.equal(live.connect.kind, 'oauth')
  if (live.connect.kind !== 'oauth') return
  const given = { code: server.newCode(), redirectUri: callback, verifier: await newVerifier() }
  assert.equal((await exchangeCode(live.connect, context, given)).type, 'in')
  const [request] = server.tokenRequests
  assert.deepEqual([request?.form.client_id, request?.form.client_secret], ['public', undefined])
})

const scopes: readonly (readonly [what: string, instead: object, expected: readonly string[]])[] = [
  ['with commas between them', { scope: 'read,write' }, ['read', 'write']],
  ['as a list', { scope: ['read'] }, ['read']],
  ['not at all', { scope: undefined }, ['read', 'write']],
]
for (const [what, instead, expected] of scopes)
  test(`what was granted is read ${what}`, async () => {
    const accounts = await open()
    server.answerNext({ instead })
    const login = await signIn(accounts)
    assert.deepEqual(login.type === 'in' && login.credentials.scopes, expected)
  })

test('tokens without an expiry, without a type, or with a number as text are accepted', async () => {
  const accounts = await open()
  server.answerNext({ instead: { expires_in: undefined, token_type: undefined, refresh_token: null } })
  const login = await signIn(accounts)
  assert.ok(login.type === 'in')
  assert.deepEqual([login.credentials.expiresAt, login.credentials.refreshToken], [null, null])
  server.answerNext({ instead: { expires_in: '3600' } })
  const other = await signIn(accounts)
  assert.ok(other.type === 'in' && (other.credentials.expiresAt ?? 0) > Date.now())
})

const failures: readonly (readonly [answer: TokenAnswer, code: string, says: RegExp])[] = [
  [{ status: 400, body: { error: 'invalid_grant', error_description: 'Too late.' } }, 'login_refused', /“Too late\.”/],
  [{ status: 200, body: { error: 'invalid_grant' } }, 'login_refused', /invalid_grant/],
  [{ status: 401, body: { error: 'invalid_client' } }, 'platform_unavailable', /operator can check the app’s ID/],
  [{ status: 503, body: 'busy' }, 'platform_unavailable', /status 503/],
  [{ status: 200, body: '<html>' }, 'platform_unavailable', /could not be read/],
  [{ status: 200, body: { access_token: '' } }, 'platform_unavailable', /could not be read/],
  [{ broken: 'before' }, 'platform_unavailable', /could not be reached/],
]
for (const [answer, code, says] of failures)
  test(`a sign-in that meets ${JSON.stringify(answer)} fails with ${code}, in a sentence`, async () => {
    const accounts = await open()
    server.answerNext(answer)
    const login = await signIn(accounts)
    assert.equal(login.type === 'failed' && login.code, code)
    assert.match(login.type === 'failed' ? login.message : '', says)
  })

test('a platform that does not know its own new token yet is asked again, since the code works only once', async () => {
  const accounts = await open()
  server.isUnsure(1)
  const login = await signIn(accounts)
  assert.deepEqual(login.type === 'in' && login.identities, [person])
  assert.equal(server.tokenRequests.length, 1)
})

test('an unreachable platform is reported as such', async () => {
  const accounts = await open()
  const code = server.newCode()
  await server.stop()
  const login = await signIn(accounts, code)
  assert.equal(login.type === 'failed' && login.code, 'platform_unavailable')
  server = await startOAuthServer()
})

test('no token is ever sent to an address that a platform redirects to', async () => {
  const strange: string[] = []
  const elsewhere = await startHttp((request, response) => {
    strange.push(request.url ?? '')
    response.end()
  })
  const accounts = await open()
  server.answerNext({ status: 307, body: '', headers: { location: `${elsewhere.origin}/token` } })
  assert.equal((await signIn(accounts)).type, 'failed')
  assert.deepEqual(strange, [])
  await elsewhere.stop()
})
