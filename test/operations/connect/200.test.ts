import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { comeBack, decide, visit } from '../../harness/consent.ts'
import { onEachOwnInstance } from '../../harness/each-instance.ts'
import type { User } from '../../harness/instance.ts'
import { withDatabase } from '../../harness/rows.ts'
import { startSandboxed } from '../../harness/sandboxed.ts'

const connect = (user: User, body: object, headers = {}) => user.ask('POST', '/connect', { body, headers })
const simulated = { environment: 'sandbox' }

onEachOwnInstance(startSandboxed, (instance, kind) => {
  const profileOf = async (user: User, id = user.profileId) =>
    (await user.ask('GET', '/profiles')).body.data.profiles.find((profile: { id: string }) => profile.id === id)

  for (const platform of ['x', 'bluesky'])
    test(`a simulated ${platform} account is connected at once and appears in its profile`, async () => {
      const user = await instance.newUser()
      const { status, body } = await connect(user, { platform, ...simulated })
      assert.equal(status, 200)
      const { connection_id: id, created_at, expires_at, ...rest } = body.data
      assert.match(id, /^conn_[A-Za-z0-9]{24}$/)
      assert.equal(Date.parse(expires_at) - Date.parse(created_at), 3_600_000)
      assert.deepEqual(rest, {
        platform,
        profile_id: user.profileId,
        environment: 'sandbox',
        status: 'connected',
        url: null,
        choices: [],
        connected_platforms: [platform],
        error: null,
        redirect_uri: null,
        scopes: [],
        failure: null,
      })
      assert.deepEqual((await user.ask('GET', `/connect/${id}`)).body, body)

      const profile = await profileOf(user)
      assert.deepEqual(profile.connected_platforms, [platform])
      const account = profile.platform_profiles[platform]
      assert.equal(account.environment, 'sandbox')
      assert.equal(account.status, 'connected')
      assert.deepEqual(account.missing_permissions, [])
      assert.ok(account.account_id && account.username)
      assert.match(account.profile_url, /^http:\/\/127\.0\.0\.1:/)
    })

  test('connecting a profile again returns the same simulated account; another profile gets another one', async () => {
    const user = await instance.newUser()
    const other = (await user.ask('POST', '/profiles', { body: { name: 'Other' } })).body.data.profile_id
    await connect(user, { platform: 'x', ...simulated })
    const first = (await profileOf(user)).platform_profiles.x
    await connect(user, { platform: 'x', ...simulated })
    const again = (await profileOf(user)).platform_profiles.x
    assert.equal(again.account_id, first.account_id)
    await connect(user, { platform: 'x', profile_id: other, ...simulated })
    assert.notEqual((await profileOf(user, other)).platform_profiles.x.account_id, first.account_id)
  })

  test('the response uses the platform name that the caller used', async () => {
    const user = await instance.newUser()
    const { data } = (await connect(user, { platform: 'twitter', ...simulated })).body
    assert.equal(data.platform, 'twitter')
    assert.deepEqual(data.connected_platforms, ['x'])
  })

  test('all connects every simulated platform', async () => {
    const user = await instance.newUser()
    const { data } = (await connect(user, { platform: 'all', ...simulated })).body
    assert.equal(data.platform, 'all')
    assert.ok(['x', 'bluesky'].every((platform) => data.connected_platforms.includes(platform)))
    assert.deepEqual((await profileOf(user)).connected_platforms.toSorted(), data.connected_platforms.toSorted())
  })

  test('a repeat with the same idempotency key connects nothing new and returns the same response', async () => {
    const user = await instance.newUser()
    const headers = { 'idempotency-key': 'connect-once' }
    const first = await connect(user, { platform: 'x', ...simulated }, headers)
    const again = await connect(user, { platform: 'x', ...simulated }, headers)
    assert.equal(first.status, 200)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(again.body, first.body)
  })

  test('no login secret is readable in the database', async () => {
    const user = await instance.newUser()
    await connect(user, { platform: 'all', ...simulated })
    await connect(user, { platform: 'x', redirect_url: 'https://acme.example/', ...simulated })
    const rows = await withDatabase(instance.data, async (db) => [
      ...(await db.selectFrom('accounts').select(['credentials as sealed']).execute()),
      ...(await db.selectFrom('connections').select(['secret as sealed']).where('secret', 'is not', null).execute()),
    ])
    assert.ok(rows.length >= 3)
    for (const { sealed } of rows) assert.match(sealed ?? '', /^[0-9a-f]{8}\.[\w-]+$/)
  })

  describe('a login in the browser', () => {
    const begin = async (user: User, more: object = {}) =>
      (await connect(user, { platform: 'x', redirect_url: 'https://acme.example/done?a=1', ...simulated, ...more }))
        .body.data

    test('the response has the URL of the consent page, with PKCE and a state that works once', async () => {
      const user = await instance.newUser()
      const waiting = await begin(user)
      assert.equal(waiting.status, 'waiting')
      assert.deepEqual(waiting.connected_platforms, [])
      const url = new URL(waiting.url)
      assert.equal(url.origin, instance.sandbox)
      const query = url.searchParams
      assert.equal(query.get('code_challenge_method'), 'S256')
      assert.equal(query.get('redirect_uri'), `${instance.base}/oauth/callback`)
      assert.match(query.get('state') ?? '', /^\w{40,}$/)
      assert.notEqual(query.get('state'), new URL((await begin(user)).url).searchParams.get('state'))

      const callback = await decide(waiting.url, 'allow', 'ada')
      const back = await comeBack(callback)
      assert.equal(back.status, 303)
      assert.equal(
        back.location,
        `https://acme.example/done?a=1&connection_id=${waiting.connection_id}&status=connected`,
      )
      const { data } = (await user.ask('GET', `/connect/${waiting.connection_id}`)).body
      assert.deepEqual([data.status, data.url, data.connected_platforms], ['connected', null, ['x']])
      assert.equal((await profileOf(user)).platform_profiles.x.username, 'ada')

      const again = await visit(callback)
      assert.equal(again.status, 404)
      assert.match(again.text, /was used already/)
    })

    test('when two browsers return with the same state, only one connects', async () => {
      const user = await instance.newUser()
      const callback = await decide((await begin(user)).url, 'allow')
      const both = await Promise.all([visit(callback), visit(callback)])
      assert.deepEqual(both.map(({ status }) => status).sort(), [303, 404])
    })

    test('a person who denies consent is sent back with that result, and nothing is connected', async () => {
      const user = await instance.newUser()
      const waiting = await begin(user)
      const back = await visit(await decide(waiting.url, 'deny'))
      assert.match(back.location ?? '', /status=failed$/)
      const { data } = (await user.ask('GET', `/connect/${waiting.connection_id}`)).body
      assert.equal(data.status, 'failed')
      assert.equal(data.error.code, 'access_denied')
      assert.deepEqual((await profileOf(user)).connected_platforms, [])
    })

    test('a code that the platform did not issue fails the login, and the old account stays connected', async () => {
      const user = await instance.newUser()
      await connect(user, { platform: 'x', ...simulated })
      const before = (await profileOf(user)).platform_profiles
      const waiting = await begin(user)
      const callback = await decide(waiting.url, 'allow')
      callback.searchParams.set('code', 'made-up')
      await visit(callback)
      const { data } = (await user.ask('GET', `/connect/${waiting.connection_id}`)).body
      assert.deepEqual([data.status, data.error.code], ['failed', 'login_refused'])
      assert.deepEqual((await profileOf(user)).platform_profiles, before)
    })

    test('a new login replaces the account only after it has succeeded', async () => {
      const user = await instance.newUser(1)
      await connect(user, { platform: 'x', ...simulated })
      const before = (await profileOf(user)).platform_profiles.x
      await comeBack(await decide((await begin(user)).url, 'allow', 'grace'))
      const now = (await profileOf(user)).platform_profiles
      assert.equal(now.x.username, 'grace')
      assert.notEqual(now.x.account_id, before.account_id)
    })

    test('a login beyond the plan’s account limit fails with that reason', async () => {
      const user = await instance.newUser(1)
      const other = (await user.ask('POST', '/profiles', { body: { name: 'Other' } })).body.data.profile_id
      await connect(user, { platform: 'x', ...simulated })
      const waiting = await begin(user, { profile_id: other })
      assert.match(
        (await comeBack(await decide(waiting.url, 'allow', 'one too many'))).location ?? '',
        /status=failed$/,
      )
      const { data } = (await user.ask('GET', `/connect/${waiting.connection_id}`)).body
      assert.equal(data.error.code, 'account_limit_reached')
    })

    test('the same account in another profile of the same user counts once', async () => {
      const user = await instance.newUser(1)
      const other = (await user.ask('POST', '/profiles', { body: { name: 'Other' } })).body.data.profile_id
      await comeBack(await decide((await begin(user)).url, 'allow', 'shared'))
      await comeBack(await decide((await begin(user, { profile_id: other })).url, 'allow', 'shared'))
      assert.deepEqual((await profileOf(user, other)).connected_platforms, ['x'])
      const lanes = await withDatabase(instance.data, (db) => db.selectFrom('lanes').select('key').execute())
      assert.equal(new Set(lanes.map(({ key }) => key)).size, lanes.length)
    })
  })

  test('with the operator’s own app and hosts, a real login works the same way', async () => {
    const live = await startSandboxed(kind, {
      env: {
        X_CLIENT_ID: 'polypost-sandbox',
        X_CLIENT_SECRET: 'polypost-sandbox-secret',
        X_API_URL: `${instance.sandbox}/x/api`,
        X_WEB_URL: `${instance.sandbox}/x/web/`,
        POLYPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
      },
    })
    try {
      const user = await live.newUser()
      const { data } = (await connect(user, { platform: 'x' })).body
      assert.equal(data.environment, 'live')
      const page = await comeBack(await decide(data.url, 'allow', 'ada'))
      assert.equal(page.status, 200)
      assert.match(page.text, /X is connected/)
      const account = (await user.ask('GET', '/profiles')).body.data.profiles[0].platform_profiles.x
      assert.deepEqual([account.environment, account.username, account.expires_at], ['live', 'ada', null])
    } finally {
      await live.stop()
    }
  })
})
