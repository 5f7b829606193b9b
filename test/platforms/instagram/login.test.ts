import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OAuthConnect } from '../../../src/platforms/shared/connect.ts'
import { authorizeUrl } from '../../../src/platforms/shared/oauth.ts'
import type { Reply, ScriptedCall } from '../../harness/scripted.ts'
import { accountId, graphError, scriptedInstagram } from './scripted.ts'
import { live } from './signed-in.ts'

type Answers = Readonly<Record<string, Reply | ((asked: ScriptedCall) => Reply)>>

const serve = (answers: Answers, login: 'instagram' | 'facebook' = 'instagram') =>
  scriptedInstagram((asked) => {
    const answer = answers[asked.call] ?? assert.fail(`nobody answers ${asked.call}`)
    return typeof answer === 'function' ? answer(asked) : answer
  }, login)

const given = { code: 'code#_', redirectUri: 'https://polypost.test/oauth/callback' }
const exchange = (connect: OAuthConnect) => connect.exchange ?? assert.fail('plain OAuth')
const long = { body: { access_token: 'long', token_type: 'bearer', expires_in: 5_183_944 } }

describe('with Instagram Login', () => {
  const scopes = ['instagram_business_basic', 'instagram_business_content_publish']

  for (const [what, body] of [
    [
      'flat, with permissions as a list',
      `{"access_token":"short","user_id":17841400000000001,"permissions":${JSON.stringify(scopes)}}`,
    ],
    [
      'in a list, with permissions as text',
      { data: [{ access_token: 'short', user_id: '1', permissions: scopes.join(',') }] },
    ],
  ] as const)
    test(`a code becomes a token of 60 days, whatever the format of the first response: ${what}`, async () => {
      const server = await serve({
        'POST /token/oauth/access_token': ({ body: sent }) => {
          const form = new URLSearchParams(sent.toString())
          assert.deepEqual(
            [form.get('code'), form.get('grant_type'), form.get('client_secret')],
            ['code', 'authorization_code', 'secret'],
          )
          return { body }
        },
        'GET /api/access_token': ({ query }) => {
          assert.deepEqual([query.grant_type, query.access_token], ['ig_exchange_token', 'short'])
          return long
        },
      })
      const context = server.context()
      const login = await exchange(live.connect)(given, context)
      assert.ok(login.type === 'in')
      const { accessToken, expiresAt, renewFrom } = login.credentials
      assert.equal(accessToken, 'long')
      assert.deepEqual(login.credentials.scopes, scopes)
      const days = (time: number | null | undefined) => Math.round(((time ?? 0) - context.clock.now()) / 86_400_000)
      assert.deepEqual([days(expiresAt), days(renewFrom)], [60, 7])
    })

  test('an invalid code ends the login with Instagram’s words', async () => {
    const body = { error_type: 'OAuthException', code: 400, error_message: 'Matching code was not found.' }
    const server = await serve({ 'POST /token/oauth/access_token': { status: 400, body } })
    const login = await exchange(live.connect)(given, server.context())
    assert.equal(login.type, 'refused')
    assert.match('message' in login ? login.message : '', /Matching code/)
  })

  test('the account ID is the one that all paths use, exact to the last digit', async () => {
    const me = `{"user_id":${accountId},"username":"ada","name":"Ada","account_type":"BUSINESS","id":"9"}`
    const server = await serve({ 'GET /api/v25.0/me': { body: me } })
    const context = server.context()
    const [ada] = await live.discover({ ...context, credentials: { ...context.credentials, scopes } })
    assert.deepEqual(
      [ada?.remoteId, ada?.username, ada?.accountType, ada?.pageId],
      [accountId, 'ada', 'BUSINESS', undefined],
    )
    assert.deepEqual(ada?.missingPermissions, [
      'instagram_business_manage_comments',
      'instagram_business_manage_insights',
    ])
  })

  test('a login is renewed by its own token', async () => {
    const server = await serve({
      'GET /api/refresh_access_token': ({ query }) => {
        assert.deepEqual([query.grant_type, query.access_token], ['ig_refresh_token', 'token'])
        return long
      },
    })
    const renewal = await live.refresh(server.context())
    assert.deepEqual(renewal.type === 'renewed' && renewal.credentials.accessToken, 'long')
  })

  for (const [what, reply, expected] of [
    ['that has ended', graphError(190, 463), 'refused'],
    ['that is not a day old', graphError(100), 'refused'],
    ['when Instagram is broken', { status: 500, body: 'no' }, 'retry'],
    ['when too much was asked', graphError(4, undefined, 403), 'retry'],
  ] as const)
    test(`a login ${what} is not renewed: ${expected}`, async () => {
      const server = await serve({ 'GET /api/refresh_access_token': reply })
      assert.equal((await live.refresh(server.context())).type, expected)
    })
})

describe('with Facebook Login', () => {
  const granted = (...names: readonly string[]): Reply => ({
    body: { data: names.map((permission) => ({ permission, status: 'granted' })) },
  })
  const page = (id: string, account: object | null, access_token: string | null = `token ${id}`) => ({
    id,
    name: `Page ${id}`,
    ...(access_token === null ? {} : { access_token }),
    ...(account ? { instagram_business_account: account } : {}),
  })
  const facts: Reply = {
    body: { data: { is_valid: true, expires_at: 0, data_access_expires_at: 1_800_000_000, scopes: [] } },
  }

  test('all accounts of all Pages are found, each with the Page’s own token and the person’s', async () => {
    const ada = { id: accountId, username: 'ada', name: 'Ada' }
    const ben = { id: '17841400000000002', username: 'ben' }
    const server = await serve(
      {
        'GET /graph/v25.0/me/permissions': granted('instagram_basic', 'instagram_content_publish', 'pages_show_list'),
        'GET /graph/v25.0/debug_token': facts,
        'GET /graph/v25.0/me/accounts': ({ query }) =>
          query.after === undefined
            ? { body: { data: [page('1', ada), page('2', null)], paging: { cursors: { after: 'x' }, next: 'more' } } }
            : { body: { data: [page('3', ben), page('4', { id: '5' }, null)], paging: { cursors: { after: 'y' } } } },
      },
      'facebook',
    )
    const found = await live.discover(server.context())
    assert.deepEqual(
      found.map(({ remoteId, pageId, credentials }) => [
        remoteId,
        pageId,
        credentials?.accessToken,
        credentials?.extra,
      ]),
      [
        [accountId, '1', 'token 1', { login: 'facebook', userToken: 'user-token', pageId: '1' }],
        [ben.id, '3', 'token 3', { login: 'facebook', userToken: 'user-token', pageId: '3' }],
      ],
    )
    const [first] = found
    assert.deepEqual(first?.missingPermissions, [
      'instagram_manage_comments',
      'instagram_manage_insights',
      'pages_read_engagement',
      'business_management',
    ])
    assert.equal(first?.dataAccessEndsAt, 1_800_000_000_000)
    assert.equal(first?.credentials?.expiresAt, null)
  })

  test('the account of a Page in a business portfolio, or that no list contains, was never offered', async () => {
    const ada = { id: accountId, username: 'ada', name: 'Ada' }
    const ben = { id: '17841400000000002', username: 'ben' }
    const named = [{ scope: 'pages_show_list', target_ids: ['1', '2'] }]
    const server = await serve(
      {
        'GET /graph/v25.0/me/permissions': granted('pages_show_list', 'business_management'),
        'GET /graph/v25.0/debug_token': { body: { data: { is_valid: true, granular_scopes: named } } },
        'GET /graph/v25.0/me/accounts': { body: { data: [] } },
        'GET /graph/v25.0/me/businesses': { body: { data: [{ id: '9' }] } },
        'GET /graph/v25.0/9/owned_pages': { body: { data: [page('1', ada)] } },
        'GET /graph/v25.0/9/client_pages': graphError(200, undefined, 403),
        'GET /graph/v25.0/2': { body: page('2', ben) },
      },
      'facebook',
    )
    const found = await live.discover(server.context())
    assert.deepEqual(
      found.map(({ remoteId, pageId }) => [remoteId, pageId]),
      [
        [accountId, '1'],
        [ben.id, '2'],
      ],
    )
    const asked = server.asked.filter(({ query }) => query.fields?.includes('instagram_business_account{'))
    assert.equal(asked.length, 4)
  })

  test('an app with Facebook Login for Business could not name its configuration; Instagram’s own login has none', async () => {
    const server = await serve({}, 'facebook')
    const context = server.context({ settings: { version: 'v25.0', facebook_config_id: '4711' } })
    const asked = { redirectUri: given.redirectUri, state: 's', verifier: 'unused' }
    const idIn = async (connect: OAuthConnect) =>
      new URL(await authorizeUrl(connect, context, asked)).searchParams.get('config_id')
    assert.deepEqual([await idIn(live.otherLogins.byName.facebook.connect), await idIn(live.connect)], ['4711', null])
  })

  test('only a new login renews it', async () => {
    const server = await serve({}, 'facebook')
    assert.deepEqual((await live.refresh(server.context())).type, 'refused')
  })
})
