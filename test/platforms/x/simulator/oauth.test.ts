import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { simulatedApp } from '../../../../src/sandbox/shared/app.ts'
import { type Answer, basic, codeForm, type SimulatedX, startSimulatedX } from './start.ts'

let x: SimulatedX
before(async () => {
  x = await startSimulatedX()
})
after(() => x.stop())

const newCode = async (account: string, parameters?: Record<string, string>): Promise<string> =>
  (await x.consent(account, x.authorizeUrl(parameters))).searchParams.get('code') ?? ''
const refresh = (token: string) => x.token({ grant_type: 'refresh_token', refresh_token: token })
const me = async (token: string) => (await x.ask('GET', '/2/users/me', { token })).status

const wrong = (what: string) => ({
  error: 'invalid_request',
  error_description: `Value passed for the ${what} was invalid.`,
})

function assertRefused({ status, body }: Answer, what: string): void {
  assert.deepEqual([status, body], [400, wrong(what)])
}

describe('a login', () => {
  test('begins at a page, and redirects back with the state and a code, or with an error', async () => {
    const page = await fetch(x.authorizeUrl())
    assert.deepEqual([page.status, page.headers.get('content-type')?.split(';')[0]], [200, 'text/html'])
    const decide = async (decision: string) => {
      const form = new URLSearchParams([
        ...new URL(x.authorizeUrl()).searchParams,
        ['account', 'asked'],
        ['decision', decision],
      ])
      const answer = await fetch(`${x.web}/i/oauth2/authorize`, { method: 'POST', body: form, redirect: 'manual' })
      return new URL(answer.headers.get('location') ?? '').searchParams
    }
    const [yes, no] = [await decide('allow'), await decide('deny')]
    assert.deepEqual([yes.get('state'), typeof yes.get('code')], ['state', 'string'])
    assert.deepEqual(
      [...no],
      [
        ['state', 'state'],
        ['error', 'access_denied'],
      ],
    )
  })

  test('returns a token for two hours, its scopes and a refresh token', async () => {
    const { status, body } = await x.token(codeForm(await newCode('newcomer')))
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body).sort(), ['access_token', 'expires_in', 'refresh_token', 'scope', 'token_type'])
    assert.deepEqual([body.token_type, body.expires_in], ['bearer', 7_200])
    assert.equal(body.scope, 'tweet.read tweet.write users.read media.write offline.access')
    assert.equal(await me(body.access_token), 200)
  })

  test('returns no refresh token without offline.access', async () => {
    const { body } = await x.token(codeForm(await newCode('passing', { scope: 'tweet.read users.read' })))
    assert.equal('refresh_token' in body, false)
  })

  test('of a public client needs no secret', async () => {
    const form = { ...codeForm(await newCode('public')), client_id: simulatedApp.clientId }
    assert.equal((await x.token(form, {})).status, 200)
  })

  test('is refused with a code that is unknown, used or late, or without its verifier or redirect URL', async () => {
    const used = await newCode('again')
    const { body } = await x.token(codeForm(used))
    assertRefused(await x.token(codeForm('unknown')), 'authorization code')
    assertRefused(await x.token(codeForm(used)), 'authorization code')
    assert.equal(await me(body.access_token), 401)
    const late = await newCode('late')
    x.pass(30_000)
    assertRefused(await x.token(codeForm(late)), 'authorization code')
    const verifier = { ...codeForm(await newCode('a')), code_verifier: 'w'.repeat(43) }
    assertRefused(await x.token(verifier), 'code verifier')
    const address = { ...codeForm(await newCode('b')), redirect_uri: 'https://elsewhere.test/' }
    assertRefused(await x.token(address), 'redirect uri')
  })

  test('is refused with 401 for an unknown app or one without a secret', async () => {
    const form = codeForm(await newCode('c'))
    for (const headers of [{}, { authorization: `Basic ${btoa(`${simulatedApp.clientId}:guessed`)}` }]) {
      const { status, body } = await x.token(form, headers)
      assert.equal(status, 401)
      assert.deepEqual(body, {
        error: 'unauthorized_client',
        error_description: 'Missing valid authorization header',
      })
    }
  })
})

describe('an access token', () => {
  test('expires after two hours, and a refreshed one works', async () => {
    const { access, refresh: token } = await x.signIn('sleeper')
    x.pass(7_200_000)
    const { status, body } = await x.ask('GET', '/2/users/me', { token: access })
    assert.equal(status, 401)
    assert.deepEqual(body, { title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' })
    assert.equal(await me((await refresh(token)).body.access_token), 200)
  })

  test('is required, and has to be valid', async () => {
    assert.equal((await x.ask('GET', '/2/users/me')).status, 401)
    assert.equal(await me('made-up'), 401)
    assert.equal((await x.ask('POST', '/2/tweets', { json: { text: 'hello' } })).status, 401)
  })

  test('without the scope that the call needs is refused with 403', async () => {
    const { access: token } = await x.signIn('modest', 'tweet.read users.read')
    const refused = [
      await x.ask('POST', '/2/tweets', { token, json: { text: 'hello' } }),
      await x.ask('DELETE', '/2/tweets/20', { token }),
      await x.ask('POST', '/2/media/upload/20/finalize', { token }),
      await x.ask('GET', '/2/media/upload', { token, query: { media_id: '20' } }),
    ]
    for (const { status, body } of refused)
      assert.deepEqual([status, body.type], [403, 'https://api.x.com/2/problems/client-forbidden'])
    assert.equal(await me(token), 200)
  })
})

describe('a refresh token', () => {
  test('works once: a second use ends the whole login', async () => {
    const { access, refresh: first } = await x.signIn('renewed')
    const { body } = await refresh(first)
    assert.notEqual(body.refresh_token, first)
    assert.deepEqual([await me(access), await me(body.access_token)], [200, 200])
    assertRefused(await refresh(first), 'token')
    assert.deepEqual([await me(access), await me(body.access_token)], [401, 401])
    assertRefused(await refresh(body.refresh_token), 'token')
  })

  test('that is unknown or was unused for half a year is refused', async () => {
    assertRefused(await refresh('unknown'), 'token')
    const { refresh: old } = await x.signIn('forgotten')
    x.pass(181 * 86_400_000)
    assertRefused(await refresh(old), 'token')
  })
})

test('a revoked access ends together with all its tokens', async () => {
  const { access, refresh: token } = await x.signIn('leaver')
  const answer = await fetch(`${x.api}/2/oauth2/revoke`, {
    method: 'POST',
    headers: { authorization: basic },
    body: new URLSearchParams({ token: access }),
  })
  assert.deepEqual([answer.status, await answer.json()], [200, { revoked: true }])
  assert.equal(await me(access), 401)
  assertRefused(await refresh(token), 'token')
})
