import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { simulatedApp } from '../../src/sandbox/shared/app.ts'
import type { OAuthRules } from '../../src/sandbox/shared/oauth-rules.ts'
import { type AnyJson, jsonOf, startSandbox, type TestSandbox } from '../harness/sandbox.ts'
import { smallPlatform } from '../harness/small-platform.ts'

const { clientId, clientSecret } = simulatedApp
const redirectUri = 'https://app.test/back?kept=1'
const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')

/** The differences between platforms. */
const variants: Readonly<Record<string, Partial<OAuthRules>>> = {
  strict: {},
  lasting: { refresh: { seconds: null, rotates: false }, clientAuth: 'body' },
  open: {
    publicClients: true,
    clientAuth: 'either',
    pkce: 'accepted',
    scopeSeparator: ',',
    clientIdName: 'client_key',
  },
  short: { codeSeconds: 600, refresh: null },
  worded: {
    refuse: ({ reason }) => ({ status: 418, body: { reason } }),
    answer: ({ accessToken, accountId }) => ({ data: { token: accessToken, of: accountId } }),
  },
}

let sandbox: TestSandbox
before(async () => {
  sandbox = await startSandbox(
    Object.fromEntries(Object.entries(variants).map(([name, rules]) => [name, smallPlatform(rules)])),
  )
})
after(() => sandbox.stop())

type Headers = Readonly<Record<string, string>>
type Fields = Readonly<Record<string, string | undefined>>

const encoded = (fields: Fields): URLSearchParams => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, value)
  return query
}

const authorizeUrl = (platform: string, more: Fields = {}) =>
  `${sandbox.address}/${platform}/web/authorize?${encoded({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'read write offline',
    state: 'my state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  })}`

async function codeOf(platform: string, more: Fields = {}): Promise<string> {
  const { status, body } = await sandbox.control('POST', `/${platform}/login`, {
    account: 'Ada',
    authorize_url: authorizeUrl(platform, more),
  })
  assert.equal(status, 200, JSON.stringify(body))
  const back = new URL(body.redirect)
  assert.deepEqual([back.origin, back.searchParams.get('kept')], ['https://app.test', '1'])
  return back.searchParams.get('code') ?? ''
}

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
})
const right = basic(clientId, clientSecret)

async function post(platform: string, path: string, fields: Fields, headers: Headers = right) {
  const response = await fetch(`${sandbox.address}/${platform}/api/${path}`, {
    method: 'POST',
    headers,
    body: encoded(fields),
  })
  const body: AnyJson = await jsonOf(response)
  return { status: response.status, body }
}
const exchange = (platform: string, code: string, more: Fields = {}, headers: Headers = right) =>
  post(
    platform,
    'token',
    { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier, ...more },
    headers,
  )
const refresh = (platform: string, token: string, more: Fields = {}, headers: Headers = right) =>
  post(platform, 'token', { grant_type: 'refresh_token', refresh_token: token, ...more }, headers)

async function me(platform: string, token: string) {
  const response = await fetch(`${sandbox.address}/${platform}/api/me`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: response.status, body: await jsonOf(response) }
}
const login = async (platform = 'strict') => (await exchange(platform, await codeOf(platform))).body

describe('an authorization code', () => {
  test('returns tokens of the account with the granted scopes', async () => {
    const { status, body } = await exchange('strict', await codeOf('strict', { scope: 'read offline' }))
    assert.equal(status, 200)
    assert.deepEqual([body.token_type, body.expires_in, body.scope], ['bearer', 3_600, 'read offline'])
    assert.deepEqual((await me('strict', body.access_token)).body, { account: 'Ada', scopes: ['read', 'offline'] })
  })

  test('works once; if it is used again, all its tokens end', async () => {
    const code = await codeOf('strict')
    const { access_token, refresh_token } = (await exchange('strict', code)).body
    const again = await exchange('strict', code)
    assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant'])
    assert.deepEqual((await me('strict', access_token)).body, { why: 'revoked' })
    assert.equal((await refresh('strict', refresh_token)).status, 400)
  })

  test('expires after 30 seconds, or after the time of the platform', async () => {
    const [early, late, lasting] = [await codeOf('strict'), await codeOf('strict'), await codeOf('short')]
    sandbox.pass(29_000)
    assert.equal((await exchange('strict', early)).status, 200)
    sandbox.pass(1_000)
    assert.equal((await exchange('strict', late)).body.error, 'invalid_grant')
    assert.equal((await exchange('short', lasting)).status, 200)
  })

  test('works only with its redirect_uri and its verifier', async () => {
    for (const wrong of [
      { redirect_uri: 'https://app.test/back' },
      { redirect_uri: undefined },
      { code_verifier: 'w'.repeat(43) },
      { code_verifier: undefined },
      { code: 'invented' },
    ])
      assert.equal(
        (await exchange('strict', await codeOf('strict'), wrong)).body.error,
        'invalid_grant',
        JSON.stringify(wrong),
      )
  })

  test('accepts a plain challenge, and no verifier without a challenge', async () => {
    const plain = await codeOf('open', {
      client_key: clientId,
      scope: 'read,write',
      code_challenge: verifier,
      code_challenge_method: undefined,
    })
    const bare = { client_key: clientId, client_secret: clientSecret }
    assert.equal((await exchange('open', plain, bare, {})).body.scope, 'read,write')
    const none = { client_key: clientId, scope: 'read', code_challenge: undefined, code_challenge_method: undefined }
    assert.equal((await exchange('open', await codeOf('open', none), { code_verifier: undefined })).status, 200)
    assert.equal((await exchange('open', await codeOf('open', none))).body.error, 'invalid_grant')
  })
})

describe('an app', () => {
  test('sends its secret in the way that the platform requires', async () => {
    const inBody = { client_id: clientId, client_secret: clientSecret }
    const none = {}
    assert.equal((await exchange('strict', await codeOf('strict'), inBody, none)).status, 401)
    assert.equal((await exchange('lasting', await codeOf('lasting'))).status, 401)
    assert.equal((await exchange('lasting', await codeOf('lasting'), inBody, none)).status, 200)
  })

  test('is refused if it is unknown, or its secret is wrong or missing', async () => {
    const code = await codeOf('strict')
    for (const headers of [basic(clientId, 'guess'), basic('somebody', clientSecret), {}]) {
      const { status, body } = await exchange('strict', code, { client_id: clientId }, headers)
      assert.deepEqual([status, body.error], [401, 'invalid_client'])
    }
    assert.equal((await exchange('strict', code)).status, 200, 'the code was not used up')
  })

  test('can have no secret if the platform accepts public clients', async () => {
    const code = await codeOf('open', { client_key: clientId, scope: 'read' })
    assert.equal((await exchange('open', code, { client_key: clientId }, {})).status, 200)
  })
})

describe('a refresh token', () => {
  test('that rotates returns a new pair, and ends the login if it is used again', async () => {
    const first = await login()
    const second = (await refresh('strict', first.refresh_token)).body
    assert.notEqual(second.refresh_token, first.refresh_token)
    assert.equal((await me('strict', second.access_token)).status, 200)
    assert.equal((await refresh('strict', first.refresh_token)).body.error, 'invalid_grant')
    assert.deepEqual((await me('strict', second.access_token)).body, { why: 'revoked' })
    assert.equal((await refresh('strict', second.refresh_token)).status, 400)
  })

  test('that does not rotate works again and again', async () => {
    const inBody = { client_id: clientId, client_secret: clientSecret }
    const none = {}
    const { refresh_token } = (await exchange('lasting', await codeOf('lasting'), inBody, none)).body
    for (let year = 0; year < 3; year += 1) {
      sandbox.pass(365 * 86_400_000)
      assert.equal((await refresh('lasting', refresh_token, inBody, none)).body.refresh_token, refresh_token)
    }
  })

  test('expires', async () => {
    const { refresh_token } = await login()
    sandbox.pass(86_400_000)
    assert.equal((await refresh('strict', refresh_token)).body.error, 'invalid_grant')
  })

  test('is returned only with its scope, if the platform has refresh tokens', async () => {
    const without = (await exchange('strict', await codeOf('strict', { scope: 'read' }))).body
    assert.equal(without.refresh_token, undefined)
    assert.equal((await login('short')).refresh_token, undefined)
    assert.equal((await refresh('short', 'any')).body.error, 'unsupported_grant_type')
  })
})

describe('an access token', () => {
  test('expires', async () => {
    const { access_token } = await login()
    sandbox.pass(3_600_000)
    assert.deepEqual(await me('strict', access_token), { status: 401, body: { why: 'expired' } })
  })

  test('is distinguished from an unknown one and from a missing one', async () => {
    assert.deepEqual((await me('strict', 'invented')).body, { why: 'unknown' })
    const bare = await fetch(`${sandbox.address}/strict/api/me`)
    assert.deepEqual(await jsonOf(bare), { why: 'missing' })
  })

  test('ends with its whole login when any of its tokens is revoked', async () => {
    for (const which of ['access_token', 'refresh_token']) {
      const tokens = await login()
      assert.equal((await post('strict', 'revoke', { token: tokens[which] }, {})).status, 401)
      assert.equal((await me('strict', tokens.access_token)).status, 200)
      assert.equal((await post('strict', 'revoke', { token: tokens[which] })).status, 200)
      assert.deepEqual((await me('strict', tokens.access_token)).body, { why: 'revoked' })
      assert.equal((await refresh('strict', tokens.refresh_token)).status, 400)
    }
    assert.equal((await post('strict', 'revoke', { token: 'unknown' })).status, 200)
  })
})

test('a platform can refuse and respond in its own format', async () => {
  const { body } = await exchange('worded', await codeOf('worded'))
  assert.deepEqual([typeof body.data.token, body.data.of], ['string', 'Ada'])
  assert.deepEqual(await exchange('worded', 'invented'), { status: 418, body: { reason: 'code' } })
})

describe('a wrong authorize address is explained to its sender', () => {
  const wrong: readonly (readonly [what: string, fields: Fields, words: RegExp])[] = [
    ['an unknown app', { client_id: 'somebody' }, /only known client_id is polypost-sandbox/],
    ['no redirect_uri', { redirect_uri: undefined }, /redirect_uri/],
    ['an invalid redirect_uri', { redirect_uri: 'back' }, /redirect_uri/],
    ['another response_type', { response_type: 'token' }, /response_type/],
    ['an unknown scope', { scope: 'read everything' }, /Unknown scope: everything/],
    ['no scope', { scope: undefined }, /scope is missing/],
    ['no proof', { code_challenge: undefined }, /code_challenge is missing/],
    ['an unknown proof', { code_challenge_method: 'S1' }, /code_challenge_method/],
    ['a state that is too long', { state: 's'.repeat(501) }, /state is longer/],
  ]
  for (const [what, fields, words] of wrong)
    test(what, async () => {
      const authorize_url = authorizeUrl('strict', fields)
      const refused = await sandbox.control('POST', '/strict/login', { account: 'Ada', authorize_url })
      assert.equal(refused.status, 400)
      assert.match(refused.body.error, words)
      const page = await fetch(authorize_url)
      assert.equal(page.status, 400)
      const html = await page.text()
      assert.match(html, words)
      assert.ok(!html.includes('<form'))
    })

  test('a login without an authorize address', async () => {
    const refused = await sandbox.control('POST', '/strict/login', { account: 'Ada' })
    assert.match(refused.body.error, /authorize_url is missing/)
  })
})
