import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { discover } from '../../../src/platforms/facebook/account.ts'
import { login } from '../../../src/platforms/facebook/login.ts'
import { authorizeUrl, exchangeCode } from '../../../src/platforms/shared/oauth.ts'
import type { ScriptedCall } from '../../harness/scripted.ts'
import { graphError, now, scripted } from './scripted.ts'
import { startFacebook } from './simulated.ts'

const given = { code: 'the code', redirectUri: 'https://polypost.test/oauth/callback', verifier: 'unused' }

test('the login asks for all permissions that the Pages need, separated by commas', async () => {
  const { context } = await scripted(() => ({}))
  const url = new URL(await authorizeUrl(login.connect, context(), { ...given, state: 's' }))
  assert.equal(url.pathname, '/v25.0/dialog/oauth')
  assert.equal(url.host, 'www.facebook.com')
  assert.deepEqual(
    url.searchParams.get('scope')?.split(','),
    login.connect.scopes.map(({ name }) => name),
  )
  assert.equal(url.searchParams.get('code_challenge'), null)
})

test('an app with Facebook Login for Business could not name its configuration; it replaces the scopes', async () => {
  const { context } = await scripted(() => ({}))
  const { settings } = context()
  const configured = context({ settings: { ...settings, config_id: '4711' } })
  const url = new URL(await authorizeUrl(login.connect, configured, { ...given, state: 's' }))
  assert.deepEqual([url.searchParams.get('config_id'), url.searchParams.has('scope')], ['4711', false])
  const plain = new URL(await authorizeUrl(login.connect, context(), { ...given, state: 's' }))
  assert.equal(plain.searchParams.has('config_id'), false)
})

describe('a code becomes a long-lived token', () => {
  test('through a short-lived one', async () => {
    const { asked, context } = await scripted(({ query }) => ({
      body: query.grant_type
        ? { access_token: 'long', token_type: 'bearer', expires_in: 5_184_000 }
        : { access_token: 'short', token_type: 'bearer', expires_in: 5_000 },
    }))
    const found = await exchangeCode(login.connect, context(), given)
    assert.ok(found.type === 'in')
    assert.equal(found.credentials.accessToken, 'long')
    assert.equal(found.credentials.expiresAt, now + 5_184_000_000)
    assert.deepEqual(
      asked.map(({ call, query }) => [call, query]),
      [
        [
          'GET /graph/v25.0/oauth/access_token',
          { client_id: 'app', client_secret: 'secret', redirect_uri: given.redirectUri, code: 'the code' },
        ],
        [
          'GET /graph/v25.0/oauth/access_token',
          { grant_type: 'fb_exchange_token', client_id: 'app', client_secret: 'secret', fb_exchange_token: 'short' },
        ],
      ],
    )
  })

  const refused = [
    ['a code that was used', graphError(100, { error_subcode: 36_009 }), 400, 'refused'],
    ['an invalid token', graphError(190), 400, 'refused'],
    [
      'a wrong secret',
      { error: { message: 'Error validating client secret.', type: 'OAuthException', code: 1 } },
      400,
      'unavailable',
    ],
    ['a wrong app', graphError(101), 400, 'unavailable'],
    ['a fault that passes', graphError(2, { is_transient: true }), 503, 'unavailable'],
    ['a limit', graphError(4), 400, 'unavailable'],
  ] as const
  for (const [what, body, status, type] of refused)
    test(`${what}: ${type}`, async () => {
      const { context } = await scripted(() => ({ status, body }))
      assert.equal((await exchangeCode(login.connect, context(), given)).type, type)
    })

  test('if the app is refused, the error tells the operator', async () => {
    const { context } = await scripted(() => ({ status: 400, body: graphError(101) }))
    const found = await exchangeCode(login.connect, context(), given)
    assert.match('message' in found ? found.message : '', /operator/)
  })
})

test('a login is never renewed, and no call tries', async () => {
  const { asked, context } = await scripted(() => ({}))
  const renewal = await login.refresh(context())
  assert.equal(renewal.type === 'refused' && renewal.error, 'token_expired')
  await login.revoke()
  assert.deepEqual(asked, [])
})

describe('the Pages of a person', () => {
  const answer =
    (pages: readonly object[], granted: readonly string[], more: Readonly<Record<string, object>> = {}) =>
    ({ path }: ScriptedCall) => {
      const edge = path.replace('/graph/v25.0', '')
      if (edge === '/me/permissions')
        return { body: { data: granted.map((permission) => ({ permission, status: 'granted' })) } }
      if (edge === '/debug_token') return { body: { data: { is_valid: true, data_access_expires_at: 1_800_000_000 } } }
      if (edge === '/me/accounts') return { body: { data: pages } }
      return more[edge] ? { body: more[edge] } : { status: 400, body: graphError(100) }
    }
  const cafe = {
    id: '11',
    name: 'Café',
    username: 'cafe',
    category: 'Restaurant',
    access_token: 'page token',
    tasks: ['CREATE_CONTENT', 'MODERATE', 'ANALYZE'],
    picture: { data: { url: 'https://cdn.example/cafe.jpg' } },
  }
  const all = login.connect.scopes.map(({ name }) => name)

  test('have their own tokens, with the time until which reading is allowed', async () => {
    const { context } = await scripted(answer([cafe], all, { '/me/businesses': { data: [] } }))
    assert.deepEqual(await discover(context()), [
      {
        kind: 'page',
        remoteId: '11',
        pageId: '11',
        username: 'cafe',
        displayName: 'Café',
        avatarUrl: 'https://cdn.example/cafe.jpg',
        profileUrl: 'https://www.facebook.com/11',
        accountType: 'Restaurant',
        eligible: false,
        missingPermissions: [],
        dataAccessEndsAt: 1_800_000_000_000,
        credentials: {
          accessToken: 'page token',
          refreshToken: null,
          expiresAt: null,
          scopes: all,
          extra: { userToken: 'token' },
        },
      },
    ])
  })

  test('missing permissions, and tasks that the person lacks at the Page, are named', async () => {
    const { context } = await scripted(
      answer([{ ...cafe, tasks: ['ANALYZE'] }], ['pages_show_list', 'pages_manage_posts']),
    )
    const [page] = await discover(context())
    assert.deepEqual(page?.missingPermissions, [
      'pages_read_engagement',
      'pages_manage_engagement',
      'pages_read_user_content',
      'read_insights',
      'business_management',
      'CREATE_CONTENT',
      'MODERATE',
    ])
  })

  test('without a token can’t be used for publishing', async () => {
    const { context } = await scripted(answer([{ ...cafe, access_token: undefined }], ['pages_show_list']))
    assert.deepEqual(await discover(context()), [])
  })

  const ids = async ({ context }: Awaited<ReturnType<typeof scripted>>) =>
    (await discover(context())).map(({ remoteId }) => remoteId)
  const owned = { ...cafe, id: '12', name: 'Owned', tasks: undefined }
  const lists = { '/me/businesses': { data: [{ id: '9' }] }, '/9/owned_pages': { data: [owned, cafe] } }

  test('of a business are included, each once', async () => {
    assert.deepEqual(await ids(await scripted(answer([cafe], all, { ...lists, '/9/client_pages': { data: [] } }))), [
      '11',
      '12',
    ])
  })

  test('one refused list took away the Pages of the lists before it; now each list fails alone', async () => {
    assert.deepEqual(await ids(await scripted(answer([cafe], all, lists))), ['11', '12'])
    const broken = { ...lists, '/9/owned_pages': { data: 'no list' }, '/9/client_pages': { data: [owned] } }
    assert.deepEqual(await ids(await scripted(answer([cafe], all, broken))), ['11', '12'])
  })

  test('the lists of a business were refused for the field tasks; only /me/accounts is asked for it', async () => {
    const server = await scripted(answer([cafe], all, { ...lists, '/9/client_pages': { data: [] } }))
    await discover(server.context())
    const asked = server.asked.filter(({ query }) => query.fields?.split(',').includes('tasks'))
    assert.deepEqual(
      asked.map(({ path }) => path),
      ['/graph/v25.0/me/accounts'],
    )
  })

  test('businesses beyond the first response were never asked for their Pages', async () => {
    const script = answer([], all, { '/8/owned_pages': { data: [owned] }, '/8/client_pages': { data: [] } })
    const server = await scripted((asked) =>
      !asked.path.endsWith('/me/businesses')
        ? script(asked)
        : asked.query.after === 'x'
          ? { body: { data: [{ id: '8' }] } }
          : { body: { data: [{ id: '9' }], paging: { cursors: { after: 'x' }, next: 'https://graph.test/more' } } },
    )
    assert.deepEqual(await ids(server), ['12'])
  })

  const named = (...targets: readonly string[]) => ({
    body: {
      data: {
        is_valid: true,
        granular_scopes: [
          { scope: 'public_profile' },
          { scope: 'pages_show_list', target_ids: targets },
          { scope: 'pages_manage_posts', target_ids: targets },
          { scope: 'business_management', target_ids: ['9'] },
        ],
      },
    },
  })

  test('a Page that the person granted and no list contained was never offered; the token names it', async () => {
    const script = answer([cafe], ['pages_show_list'], { '/13': { ...owned, id: '13' } })
    const server = await scripted((asked) =>
      asked.path.endsWith('/debug_token') ? named('11', '13', '14') : script(asked),
    )
    assert.deepEqual(await ids(server), ['11', '13'])
    const single = server.asked.filter(({ path }) => /\/\d+$/.test(path)).map(({ path }) => path)
    assert.deepEqual(single, ['/graph/v25.0/13', '/graph/v25.0/14'])
  })

  test('a person whose own list is refused can connect a Page that the token names', async () => {
    const script = answer([], ['pages_show_list'], { '/13': { ...owned, id: '13' } })
    const refused = { status: 403, body: graphError(200) }
    const server = (debugged: object) =>
      scripted((asked) => {
        if (asked.path.endsWith('/me/accounts')) return refused
        return asked.path.endsWith('/debug_token') ? debugged : script(asked)
      })
    assert.deepEqual(await ids(await server(named('13'))), ['13'])
    await assert.rejects(ids(await server(named())), /permission is missing/)
  })

  for (const tasks of [
    ['PROFILE_PLUS_CREATE_CONTENT', 'PROFILE_PLUS_MODERATE', 'PROFILE_PLUS_ANALYZE'],
    ['MANAGE'],
    ['PROFILE_PLUS_MANAGE'],
    ['PROFILE_PLUS_FULL_CONTROL'],
  ])
    test(`tasks of new Pages were not recognised: ${tasks.join(', ')}`, async () => {
      const { context } = await scripted(
        answer(
          [{ ...cafe, tasks }],
          login.connect.scopes.map(({ name }) => name),
        ),
      )
      const [page] = await discover(context())
      assert.deepEqual(page?.missingPermissions, [])
    })

  test('are requested again with the person’s own token', async () => {
    const { asked, context } = await scripted(answer([cafe], ['pages_show_list']))
    const { credentials } = context()
    await discover(context({ credentials: { ...credentials, extra: { userToken: 'person' } } }))
    const { headers } = asked.find(({ path }) => path.endsWith('/me/accounts')) ?? assert.fail()
    assert.equal(headers.authorization, 'Bearer person')
  })
})

describe('at the simulated Facebook', async () => {
  const simulated = await startFacebook()
  const configured = await startFacebook({ settings: { config_id: '4711' } })

  test('a configuration grants what it contains', async () => {
    const [page] = (await configured.signIn('configured')).identities
    assert.deepEqual(page?.missingPermissions, [])
  })

  test('a person with several Pages may choose, and one without Pages can’t publish', async () => {
    assert.deepEqual(
      (await simulated.signIn('two pages')).identities.map(({ displayName }) => displayName),
      ['two pages', 'two pages 2'],
    )
    assert.deepEqual((await simulated.signIn('no pages')).identities, [])
    assert.equal((await simulated.signIn('of a business')).identities.length, 1)
    assert.equal((await simulated.signIn('unlisted')).identities.length, 1)
  })

  test('a Page of a business can be connected while the other lists are refused', async () => {
    await simulated.settings({ refusedLists: ['accounts', 'client_pages'] })
    assert.equal((await simulated.signIn('another business')).identities.length, 1)
    await simulated.settings({ refusedLists: ['businesses'] })
    assert.equal((await simulated.signIn('a third business')).identities.length, 1)
    await simulated.settings({ refusedLists: [] })
  })

  test('a permission that a person deselects is named', async () => {
    const [page] = (await simulated.signIn('no insights')).identities
    assert.deepEqual(page?.missingPermissions, ['read_insights'])
  })

  test('a Page’s token lasts, and reading ends after 90 days', async () => {
    const [page] = (await simulated.signIn('lasting')).identities
    assert.equal(page?.credentials?.expiresAt, null)
    const days = ((page?.dataAccessEndsAt ?? 0) - Date.now()) / 86_400_000
    assert.ok(days > 89 && days <= 90, String(days))
  })
})
