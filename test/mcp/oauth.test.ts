import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day } from '../../src/domain/time.ts'
import { onEachDatabase } from '../harness/database.ts'
import type { Instance } from '../harness/instance.ts'
import { connectAssistant, disconnectAssistants } from '../harness/mcp.ts'
import {
  allow,
  answerConsent,
  askToken,
  nextOf,
  openConsent,
  pingMcp,
  readJson,
  redemption,
  register,
  requestOf,
  startNamed,
  tokensFor,
} from '../harness/oauth.ts'
import { becomeOwner, newPerson, type Person } from '../harness/people.ts'
import { withDatabase } from '../harness/rows.ts'

onEachDatabase((kind) => {
  let instance: Instance
  let owner: Person
  let base: string
  before(async () => {
    instance = await startNamed(kind)
    base = instance.base
    owner = await becomeOwner(instance)
  })
  after(async () => {
    await disconnectAssistants(base)
    await instance.stop()
  })

  const worksAtMcp = async (key: string): Promise<boolean> => {
    const { status } = await pingMcp(base, key)
    assert.ok(status === 200 || status === 401, String(status))
    return status === 200
  }

  const errorOf = async (response: Response) => {
    assert.equal(response.status, 400)
    return (await readJson(response)).error
  }

  const refreshWith = (clientId: string, refresh: string) =>
    askToken(base, { grant_type: 'refresh_token', client_id: clientId, refresh_token: refresh })

  describe('an application without a key', () => {
    test('learns from /mcp where to ask for one', async () => {
      const refused = await pingMcp(base, null)
      assert.equal(refused.status, 401)
      const address = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1]
      assert.equal(address, `${base}/.well-known/oauth-protected-resource/mcp`)
      const resource = await readJson(await fetch(address))
      assert.deepEqual([resource.resource, resource.authorization_servers], [`${base}/mcp`, [base]])
      const server = await readJson(await fetch(`${base}/.well-known/oauth-authorization-server`))
      assert.deepEqual(
        [server.issuer, server.code_challenge_methods_supported, server.response_types_supported],
        [base, ['S256'], ['code']],
      )
      assert.deepEqual(server.token_endpoint_auth_methods_supported, ['none'])
    })

    test('gets one from a person, for /mcp alone', async () => {
      const { key, tokens } = await tokensFor(instance, owner)
      assert.ok(await worksAtMcp(key))
      assert.equal(tokens.scope, 'read write')
      const atApi = await instance.owner('GET', '/posts', { key })
      assert.equal(atApi.status, 401)
      assert.match(atApi.body.error.message, /only for assistants/)
    })
  })

  describe('an application', () => {
    const keyOf = async (clientId: string) =>
      (await owner.ask('GET', '/keys')).body.data.keys.find(
        ({ application }: { application: { client_id: string } | null }) => application?.client_id === clientId,
      )

    test('needs a person’s yes, unless the person ticks that it may do without', async () => {
      for (const [ticked, unattended] of [
        [{}, false],
        [{ unattended: 'on' }, false],
        [{ unattended: 'yes' }, true],
      ] as const) {
        const { key, clientId } = await tokensFor(instance, owner, { policy: 'publish', ...ticked })
        assert.equal((await keyOf(clientId)).unattended, unattended)
        const { use } = await connectAssistant(base, key)
        assert.equal((await use('get_overview')).unattended, unattended)
      }
    })

    test('keeps what was changed when it renews its key', async () => {
      const { refresh, clientId } = await tokensFor(instance, owner, { policy: 'publish' })
      const { id } = await keyOf(clientId)
      assert.equal((await owner.ask('PATCH', `/keys/${id}`, { body: { unattended: true } })).status, 200)
      assert.equal((await refreshWith(clientId, refresh)).status, 200)
      assert.equal((await keyOf(clientId)).unattended, true)
    })
  })

  describe('a request for access', () => {
    const refusedHere: readonly [what: string, change: Record<string, string>][] = [
      ['of an unknown application', { client_id: `client_${'x'.repeat(24)}` }],
      ['of an application that no database can store', { client_id: '\0' }],
      ['with a redirect URI that parsers change', { redirect_uri: 'http://127.0.0.1:9999/callback\0' }],
      ['with a redirect URI that is not registered', { redirect_uri: 'https://evil.example/callback' }],
      ['with another path on this machine', { redirect_uri: 'http://127.0.0.1:9999/other' }],
      ['with this machine under another name', { redirect_uri: 'http://localhost/callback' }],
      ['without a redirect URI', { redirect_uri: '' }],
    ]
    for (const [what, change] of refusedHere)
      test(`${what} is refused on a page, and sends nobody anywhere`, async () => {
        const response = await openConsent(base, requestOf(await register(base), change), owner)
        assert.equal(response.status, 400)
        assert.deepEqual([response.headers.get('location'), response.headers.get('refresh')], [null, null])
      })

    const refusedThere: readonly [code: string, change: Record<string, string>][] = [
      ['unsupported_response_type', { response_type: 'token' }],
      ['invalid_request', { code_challenge: '' }],
      ['invalid_request', { code_challenge_method: 'plain' }],
      ['invalid_scope', { scope: 'admin' }],
      ['invalid_target', { resource: 'https://other.example/mcp' }],
    ]
    for (const [code, change] of refusedThere)
      test(`with ${Object.entries(change)} is answered with ${code}`, async () => {
        const next = nextOf(await openConsent(base, requestOf(await register(base), change), owner))
        assert.equal(next.pathname, '/callback')
        assert.deepEqual(
          ['error', 'state', 'iss'].map((name) => next.searchParams.get(name)),
          [code, 'the state', base],
        )
      })

    test('that is not valid starts no program: the person sees a page with a link', async () => {
      const own = 'com.example.app:/back'
      const id = await register(base, { redirect_uris: [own] })
      const response = await openConsent(base, requestOf(id, { redirect_uri: own, response_type: 'token' }), owner)
      assert.equal(response.status, 400)
      assert.deepEqual([response.headers.get('location'), response.headers.get('refresh')], [null, null])
      assert.match(await response.text(), /href="com\.example\.app:\/back\?error=unsupported_response_type/)
    })

    test('that is not valid, of somebody who is not signed in, sends nobody anywhere', async () => {
      const query = requestOf(await register(base), { response_type: 'token' })
      const response = await fetch(`${base}/oauth/authorize?${new URLSearchParams(query)}`, { redirect: 'manual' })
      assert.equal(response.status, 400)
      assert.deepEqual([response.headers.get('location'), response.headers.get('refresh')], [null, null])
    })

    test('may come from another site, and from any port of this machine', async () => {
      const request = requestOf(await register(base), { redirect_uri: 'http://127.0.0.1:51234/callback' })
      const response = await openConsent(base, request, owner, { 'sec-fetch-site': 'cross-site' })
      assert.equal(response.status, 200)
      assert.match(await response.text(), /Tester/)
      assert.match(response.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
    })

    test('of somebody who is not signed in, or was long ago, leads to the sign-in and back', async () => {
      const request = requestOf(await register(base))
      const stale = await newPerson(instance, owner.ask, 'admin')
      await withDatabase(instance.data, (db) =>
        db.updateTable('sessions').set({ proven_at: 0 }).where('person_id', '=', stale.id).execute(),
      )
      for (const person of [undefined, stale]) {
        const next = nextOf(await openConsent(base, request, person))
        assert.equal(next.pathname, '/sign-in')
        const back = new URL(next.searchParams.get('return_to') ?? '', base)
        assert.equal(back.pathname, '/oauth/authorize')
        assert.deepEqual(Object.fromEntries(back.searchParams), request)
      }
    })

    test('of a person who may make no keys is refused', async () => {
      const editor = await newPerson(instance, owner.ask, 'editor')
      const response = await openConsent(base, requestOf(await register(base)), editor)
      assert.equal(response.status, 403)
      assert.match(await response.text(), /needs the role “admin”/)
    })
  })

  describe('the answer of a person', () => {
    const fieldsFor = async (change: Record<string, string> = {}) => ({
      ...requestOf(await register(base)),
      user: String((await owner.ask('GET', '/session')).body.data.session.user.id),
      policy: 'publish',
      decision: 'allow',
      ...change,
    })
    const grants = () =>
      withDatabase(instance.data, (db) => db.selectFrom('oauth_grants').select('id').execute()).then(
        (all) => all.length,
      )

    test('counts only from the page itself', async () => {
      const earlier = await grants()
      const fields = await fieldsFor()
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
        {},
      ])
        assert.equal((await answerConsent(base, { fields, person: owner, headers })).status, 403)
      assert.equal(await grants(), earlier)
      assert.equal((await answerConsent(base, { fields, person: owner, headers: { origin: base } })).status, 200)
    })

    test('of nobody, that is not complete, or for a user that is no longer in view, allows nothing', async () => {
      const earlier = await grants()
      assert.equal(nextOf(await answerConsent(base, { fields: await fieldsFor() })).pathname, '/sign-in')
      for (const change of [{ user: '999' }, { policy: 'ahead', minutes_ahead: '0' }, { policy: 'all' }]) {
        const asked = await answerConsent(base, { fields: await fieldsFor(change), person: owner })
        assert.match(await asked.text(), /to use Polypost\?/)
      }
      assert.equal(await grants(), earlier)
    })

    test('no is an answer, too', async () => {
      const next = nextOf(await answerConsent(base, { fields: await fieldsFor({ decision: 'deny' }), person: owner }))
      assert.deepEqual([next.searchParams.get('error'), next.searchParams.get('code')], ['access_denied', null])
    })
  })

  describe('a code', () => {
    const wrong: readonly [what: string, change: Record<string, string>][] = [
      ['another verifier', { code_verifier: 'w'.repeat(43) }],
      ['no verifier', { code_verifier: '' }],
      ['another redirect URI', { redirect_uri: 'http://127.0.0.1:1/callback' }],
      ['another application', { client_id: 'polypost-cli' }],
      ['another resource', { resource: 'https://other.example/mcp' }],
    ]
    test('is redeemed only by whoever asked for it, and only within its time', async () => {
      const clientId = await register(base)
      const code = await allow(base, owner, requestOf(clientId))
      for (const [what, change] of wrong)
        assert.equal(await errorOf(await askToken(base, redemption(clientId, code, change))), 'invalid_grant', what)
      const right = redemption(clientId, code, { resource: `${base}/mcp` })
      assert.equal((await askToken(base, right)).status, 200)
      const late = await allow(base, owner, requestOf(clientId))
      await withDatabase(instance.data, (db) =>
        db.updateTable('oauth_grants').set({ code_until: 0 }).where('redeemed_at', 'is', null).execute(),
      )
      assert.equal(await errorOf(await askToken(base, redemption(clientId, late))), 'invalid_grant')
    })

    test('that comes twice ends what came of it', async () => {
      const { clientId, code, key, refresh } = await tokensFor(instance, owner)
      assert.equal(await errorOf(await askToken(base, redemption(clientId, code))), 'invalid_grant')
      assert.equal(await worksAtMcp(key), false)
      assert.equal(await errorOf(await refreshWith(clientId, refresh)), 'invalid_grant')
    })

    test('that comes twice at the same time makes at most one key', async () => {
      const clientId = await register(base)
      const code = await allow(base, owner, requestOf(clientId))
      const both = await Promise.all([1, 2].map(() => askToken(base, redemption(clientId, code))))
      assert.ok(both.filter(({ status }) => status === 200).length <= 1)
    })
  })

  describe('a refresh token', () => {
    test('gives a new key and a new refresh token; the old key stops', async () => {
      const { clientId, key, refresh } = await tokensFor(instance, owner)
      const next = await readJson(await refreshWith(clientId, refresh))
      assert.deepEqual([await worksAtMcp(key), await worksAtMcp(next.access_token)], [false, true])
      assert.equal((await refreshWith(clientId, next.refresh_token)).status, 200)
    })

    test('that comes twice ends the access', async () => {
      const { clientId, refresh } = await tokensFor(instance, owner)
      const next = await readJson(await refreshWith(clientId, refresh))
      assert.equal(await errorOf(await refreshWith(clientId, refresh)), 'invalid_grant')
      assert.equal(await worksAtMcp(next.access_token), false)
      assert.equal(await errorOf(await refreshWith(clientId, next.refresh_token)), 'invalid_grant')
    })

    test('of another application, or after its time, gives nothing', async () => {
      const { clientId, refresh, key } = await tokensFor(instance, owner)
      assert.equal(await errorOf(await refreshWith('polypost-cli', refresh)), 'invalid_grant')
      assert.ok(await worksAtMcp(key))
      await withDatabase(instance.data, (db) =>
        db.updateTable('oauth_grants').set({ ends_at: 0 }).where('client_id', '=', clientId).execute(),
      )
      assert.equal(await errorOf(await refreshWith(clientId, refresh)), 'invalid_grant')
    })
  })

  describe('an access', () => {
    test('is one row in the list of keys, also after it was renewed, and ends when that is revoked', async () => {
      const admin = await newPerson(instance, owner.ask, 'admin')
      const { clientId, refresh } = await tokensFor(instance, admin, { policy: 'ahead', minutes_ahead: '30' })
      const next = await readJson(await refreshWith(clientId, refresh))
      const { keys } = (await admin.ask('GET', '/keys')).body.data
      const own = keys.filter(
        (key: { application: { client_id: string } | null }) => key.application?.client_id === clientId,
      )
      assert.equal(own.length, 1)
      const [{ id, policy, minutes_ahead, created_by, application }] = own
      assert.deepEqual([policy, minutes_ahead, created_by.id], ['ahead', 30, admin.id])
      assert.deepEqual([application.name, application.host], ['Tester', 'this computer'])
      assert.ok(Date.parse(application.signed_in_until) > Date.now() + 80 * day)
      assert.equal((await admin.ask('DELETE', `/keys/${id}`)).status, 200)
      assert.equal(await worksAtMcp(next.access_token), false)
      assert.equal(await errorOf(await refreshWith(clientId, next.refresh_token)), 'invalid_grant')
    })

    test('decides itself when its key expires', async () => {
      const { clientId } = await tokensFor(instance, owner)
      const { keys } = (await owner.ask('GET', '/keys')).body.data
      const { id } = keys.find(
        (key: { application: { client_id: string } | null }) => key.application?.client_id === clientId,
      )
      const refused = await owner.ask('PATCH', `/keys/${id}`, { body: { expires_at: null } })
      assert.deepEqual([refused.status, refused.body.error.details[0].path], [400, 'expires_at'])
    })

    for (const which of ['key', 'refresh'] as const)
      test(`ends at once when the application revokes its ${which}`, async () => {
        const { clientId, ...tokens } = await tokensFor(instance, owner)
        const revoke = (client_id: string) =>
          fetch(`${base}/oauth/revoke`, {
            method: 'POST',
            body: new URLSearchParams({ token: tokens[which], client_id }),
          })
        assert.equal((await revoke('polypost-cli')).status, 200)
        assert.ok(await worksAtMcp(tokens.key), 'another application cannot')
        assert.equal((await revoke(clientId)).status, 200)
        assert.equal(await worksAtMcp(tokens.key), false)
        assert.equal(await errorOf(await refreshWith(clientId, tokens.refresh)), 'invalid_grant')
      })

    for (const change of ['disabled', 'removed'] as const)
      test(`ends at once when the person is ${change}`, async () => {
        const admin = await newPerson(instance, owner.ask, 'admin')
        const { clientId, key, refresh } = await tokensFor(instance, admin)
        assert.ok(await worksAtMcp(key))
        const done =
          change === 'disabled'
            ? await owner.ask('PATCH', `/people/${admin.id}`, { body: { disabled: true } })
            : await owner.ask('DELETE', `/people/${admin.id}`)
        assert.equal(done.status, 200)
        assert.equal(await worksAtMcp(key), false)
        assert.equal(await errorOf(await refreshWith(clientId, refresh)), 'invalid_grant')
      })

    test('never has more rights than the person has now', async () => {
      const admin = await newPerson(instance, owner.ask, 'admin')
      const { key } = await tokensFor(instance, admin, { policy: 'publish' })
      const { use } = await connectAssistant(base, key)
      assert.equal((await use('get_overview')).may_publish, 'publish')
      const lower = (role: string) => owner.ask('PATCH', `/people/${admin.id}`, { body: { role } })
      await lower('author')
      assert.equal((await use('get_overview')).may_publish, 'drafts')
      await lower('viewer')
      const { client } = await connectAssistant(base, key)
      const { tools } = await client.listTools()
      assert.ok(tools.length > 0 && tools.every(({ annotations }) => annotations?.readOnlyHint))
    })

    test('to drafts publishes nothing, over MCP and over the API', async () => {
      const { key } = await tokensFor(instance, owner)
      const { use, fail } = await connectAssistant(base, key)
      assert.equal((await use('get_overview')).may_publish, 'drafts')
      await assert.rejects(fail('retry_post', { post_id: 1 }), /not found/)
      const ofCommandLine = await allow(base, owner, requestOf('polypost-cli'))
      const tokens = await readJson(await askToken(base, redemption('polypost-cli', ofCommandLine)))
      assert.equal(tokens.scope, 'read write', 'it cannot make a key that may do more')
      const body = { message: 'Hello', platforms: ['bluesky'] }
      const refused = await instance.owner('POST', '/post', { key: tokens.access_token, body })
      assert.equal(refused.body.error.code, 'approval_required')
      assert.equal(await worksAtMcp(tokens.access_token), false)
    })
  })
})
