import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ChoosingInstance, startChoosing } from '../harness/choosing.ts'
import { decide, visit } from '../harness/consent.ts'
import { onEachDatabase } from '../harness/database.ts'
import type { User } from '../harness/instance.ts'
import { type SandboxInstance, startSandboxed } from '../harness/sandboxed.ts'
import { tested, testedNames } from '../platforms/index.ts'

// The apps and the hosts of a real login are those of the sandbox, so that its pages end the sign-in.
const liveAt = (sandbox: string, more: Readonly<Record<string, string>> = {}) => ({
  LINKEDIN_CLIENT_ID: 'polypost-sandbox',
  LINKEDIN_CLIENT_SECRET: 'polypost-sandbox-secret',
  LINKEDIN_API_URL: `${sandbox}/linkedin/api`,
  LINKEDIN_WEB_URL: `${sandbox}/linkedin/web`,
  POLYPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  ...more,
})

const begin = async (user: User, body: object) => (await user.ask('POST', '/connect', { body })).body.data
const read = async (user: User, id: string) => (await user.ask('GET', `/connect/${id}`)).body.data

onEachDatabase((kind) => {
  let sandboxed: SandboxInstance
  let live: SandboxInstance
  let choosing: ChoosingInstance
  before(async () => {
    sandboxed = await startSandboxed(kind)
    live = await startSandboxed(kind, { env: liveAt(sandboxed.sandbox) })
    choosing = await startChoosing(kind)
  })
  after(async () => {
    await choosing?.stop()
    await live?.stop()
    await sandboxed?.stop()
  })

  for (const platform of testedNames.filter((name) => tested[name].signIn))
    test(`an open connection shows the redirect URI and the scopes that were sent to ${platform}`, async () => {
      const user = await sandboxed.newUser()
      const body = { platform, environment: 'sandbox', redirect_url: 'https://acme.example/' }
      const waiting = await begin(user, body)
      const query = new URL(waiting.url).searchParams
      assert.equal(waiting.redirect_uri, `${sandboxed.base}/oauth/callback`)
      assert.equal(waiting.redirect_uri, query.get('redirect_uri'))
      assert.deepEqual(waiting.scopes, query.get('scope')?.split(/[ ,]/))
      assert.equal(waiting.failure, null)
      assert.deepEqual(await read(user, waiting.connection_id), waiting)
    })

  test('a scope that the app lacks is explained on the page and in the connection, with the platform’s own words', async () => {
    const user = await live.newUser()
    const waiting = await begin(user, { platform: 'linkedin' })
    await sandboxed.control('POST', '/linkedin/settings', { appLacks: ['w_member_social'] })
    try {
      const back = await visit(waiting.url)
      const page = await visit(back.location ?? '')
      assert.equal(page.status, 200)
      for (const words of [
        'Scope &#34;w_member_social&#34; is not authorized for your application',
        'unauthorized_scope_error',
        `${live.base}/oauth/callback`,
        waiting.scopes.join(' '),
        'Share on LinkedIn',
        'docs/platforms/linkedin.md',
      ])
        assert.ok(page.text.includes(words), words)
      const { status, url, error, failure } = await read(user, waiting.connection_id)
      assert.deepEqual([status, url, error.code], ['failed', null, 'login_refused'])
      const { advice, ...rest } = failure
      assert.match(advice, /“Share on LinkedIn”/)
      assert.deepEqual(rest, {
        ...error,
        platform_code: 'unauthorized_scope_error',
        platform_message: 'Scope "w_member_social" is not authorized for your application',
        redirect_uri: `${live.base}/oauth/callback`,
        scopes: waiting.scopes,
        guide: 'docs/platforms/linkedin.md',
      })
    } finally {
      await sandboxed.control('POST', '/linkedin/settings', { appLacks: [] })
    }
  })

  test('without consent, the advice names the other causes of the same refusal', async () => {
    const user = await live.newUser()
    const waiting = await begin(user, { platform: 'linkedin' })
    const page = await visit(await decide(waiting.url, 'deny'))
    assert.match(page.text, /was not connected/)
    const { failure } = await read(user, waiting.connection_id)
    assert.deepEqual([failure.code, failure.platform_code], ['access_denied', 'access_denied'])
    assert.match(failure.advice, /new link.*testers/)
  })

  for (const [error, reason] of [
    ['user_cancelled_authorize', undefined],
    ['access_denied', 'user_denied'],
  ])
    test(`a person who cancels with ${error} did not grant access`, async () => {
      const user = await choosing.newUser()
      const { id, callback } = await choosing.begin(user)
      callback.searchParams.delete('code')
      callback.searchParams.set('error', error ?? '')
      if (reason) callback.searchParams.set('error_reason', reason)
      await visit(callback)
      assert.equal((await read(user, id)).failure.code, 'access_denied')
    })

  test('after a wrong redirect URI, the exact one that has to be registered is shown', async () => {
    const user = await live.newUser()
    const waiting = await begin(user, { platform: 'linkedin' })
    const other = new URL(waiting.url)
    other.searchParams.set('redirect_uri', 'https://other.example/oauth/callback')
    const decided = await decide(other.href, 'allow')
    const callback = new URL(`${live.base}/oauth/callback${decided.search}`)
    const page = await visit(callback)
    assert.ok(page.text.includes(`<code>${live.base}/oauth/callback</code>`))
    const { failure } = await read(user, waiting.connection_id)
    assert.equal(failure.platform_code, 'invalid_redirect_uri')
    assert.equal(failure.redirect_uri, `${live.base}/oauth/callback`)
    assert.match(failure.advice, /redirect UR[IL]/)
  })

  test('after a wrong secret, the settings to compare are named, and the secret is shown nowhere', async () => {
    const secret = 'not-the-secret-of-the-app'
    const wrong = await startSandboxed(kind, { env: liveAt(sandboxed.sandbox, { LINKEDIN_CLIENT_SECRET: secret }) })
    try {
      const user = await wrong.newUser()
      const waiting = await begin(user, { platform: 'linkedin' })
      const page = await visit(await decide(waiting.url, 'allow'))
      const shown = await read(user, waiting.connection_id)
      assert.equal(shown.failure.platform_code, 'invalid_client')
      assert.match(shown.failure.advice, /LINKEDIN_CLIENT_ID and LINKEDIN_CLIENT_SECRET/)
      assert.ok(!page.text.includes(secret) && !JSON.stringify(shown).includes(secret))
    } finally {
      await wrong.stop()
    }
  })

  test('a platform that repeats a code, a token or the secret in its message does not make them visible', async () => {
    const user = await choosing.newUser()
    const { id, callback } = await choosing.begin(user)
    const code = callback.searchParams.get('code') ?? ''
    const token = `EAAB${'q7'.repeat(20)}`
    const error_description = `<b>Malformed</b> ${token} of ${code} with app-secret ${'and more '.repeat(99)}`
    choosing.platform.answerNext({ status: 400, body: { error: 'invalid_grant', error_description } })
    const page = await visit(callback)
    const shown = await read(user, id)
    for (const text of [page.text, JSON.stringify(shown)])
      for (const hidden of [code, 'app-secret', token]) assert.ok(!text.includes(hidden), text)
    assert.ok(!page.text.includes('<b>'))
    assert.ok(shown.failure.platform_message.length <= 300)
    assert.match(shown.failure.advice, /Ask for a new link/)
  })

  test('a simulated sign-in without a browser returns the words of the refusal', async () => {
    const user = await sandboxed.newUser()
    await sandboxed.control('POST', '/pinterest/settings', { appLacks: ['pins:write'] })
    try {
      const { status, body } = await user.ask('POST', '/connect', {
        body: { platform: 'pinterest', environment: 'sandbox' },
      })
      assert.equal(status, 502)
      assert.match(body.error.message, /does not have the scope: pins:write/)
    } finally {
      await sandboxed.control('POST', '/pinterest/settings', { appLacks: [] })
    }
  })
})
