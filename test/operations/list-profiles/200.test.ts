import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planIds } from '../../../src/domain/plans.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'
import { insertAccount } from '../../harness/rows.ts'

interface Profile {
  readonly id: string
  readonly name: string
  readonly is_default: boolean
  readonly connected_platforms: readonly string[]
  readonly created_at: string
}

onEachInstance(startInstance, (instance) => {
  test('a new user has one profile, named Default, and it is the default one', async () => {
    const user = await instance.newUser()
    const { status, body } = await user.ask('GET', '/profiles')
    assert.equal(status, 200)
    const [profile, ...rest] = body.data.profiles
    assert.deepEqual(rest, [])
    assert.equal(profile.id, user.profileId)
    assert.equal(body.data.default_profile_id, user.profileId)
    assert.deepEqual(
      { name: profile.name, is_default: profile.is_default, platforms: profile.connected_platforms },
      { name: 'Default', is_default: true, platforms: [] },
    )
    assert.deepEqual(profile.platform_profiles, {})
    for (const at of [profile.created_at, profile.updated_at]) assert.match(at, /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/)
  })

  test('profiles are listed oldest first, and one of them is the default', async () => {
    const user = await instance.newUser()
    for (const name of ['Zebra', 'Ant', 'Mole']) await user.ask('POST', '/profiles', { body: { name } })
    const profiles: Profile[] = (await user.ask('GET', '/profiles')).body.data.profiles
    const times = profiles.map(({ created_at }) => created_at)
    assert.deepEqual(times, times.toSorted())
    assert.deepEqual(profiles.map(({ name }) => name).sort(), ['Ant', 'Default', 'Mole', 'Zebra'])
    assert.deepEqual(
      profiles.flatMap(({ id, is_default }) => (is_default ? [id] : [])),
      [user.profileId],
    )
  })

  test('a user sees no profile of another user', async () => {
    const [ana, ben] = [await instance.newUser(), await instance.newUser()]
    const made = await ana.ask('POST', '/profiles', { body: { name: 'Only Ana’s' } })
    assert.ok(!(await ben.ask('GET', '/profiles')).text.includes(made.body.data.profile_id))
  })

  test('the account limit per platform is 1, 4, 10 and 50 on the four plans', async () => {
    const caps = { 1: 1, 2: 4, 3: 10, 4: 50 }
    for (const plan of planIds) {
      const user = await instance.newUser(plan)
      const { body } = await user.ask('GET', '/profiles')
      assert.deepEqual(body.data.limits, { max_accounts_per_platform: caps[plan] })
    }
  })

  test('a connected account is listed under its platform with everything that is known about it', async () => {
    const user = await instance.newUser()
    const [connectedAt, expiresAt] = ['2026-03-01T10:20:30.405Z', '2026-05-01T00:00:00.000Z']
    await insertAccount(instance.data, {
      profile_id: user.profileId,
      platform: 'pinterest',
      remote_id: '987',
      username: 'acme',
      display_name: 'Acme Ltd',
      avatar_url: 'https://pinterest.example/acme.png',
      profile_url: 'https://pinterest.example/acme',
      account_type: 'business',
      environment: 'live',
      board_id: 'board-1',
      connected_at: Date.parse(connectedAt),
      expires_at: Date.parse(expiresAt),
    })
    const { body } = await user.ask('GET', '/profiles')
    const [{ connected_platforms, platform_profiles }] = body.data.profiles
    assert.deepEqual(connected_platforms, ['pinterest'])
    const { picture_url: picture } = platform_profiles.pinterest
    assert.match(picture, /^\/pictures\/\d+-[0-9a-f]{32}$/)
    assert.deepEqual(platform_profiles, {
      pinterest: {
        picture_url: picture,
        account_id: '987',
        username: 'acme',
        display_name: 'Acme Ltd',
        avatar_url: 'https://pinterest.example/acme.png',
        profile_url: 'https://pinterest.example/acme',
        account_type: 'business',
        environment: 'live',
        status: 'connected',
        missing_permissions: [],
        capabilities: { publish: true, comments: false, reply: false, metrics: true, audience: true },
        connected_at: connectedAt,
        expires_at: expiresAt,
        board_id: 'board-1',
      },
    })
  })

  test('unknown values of an account are null, and board and page exist only if one was chosen', async () => {
    const user = await instance.newUser()
    await insertAccount(instance.data, { profile_id: user.profileId, platform: 'x' })
    await insertAccount(instance.data, { profile_id: user.profileId, platform: 'facebook', page_id: 'page-1' })
    const [{ platform_profiles }] = (await user.ask('GET', '/profiles')).body.data.profiles
    assert.equal(platform_profiles.facebook.page_id, 'page-1')
    assert.ok(!('board_id' in platform_profiles.facebook))
    assert.ok(!('board_id' in platform_profiles.x) && !('page_id' in platform_profiles.x))
    for (const field of ['username', 'display_name', 'avatar_url', 'profile_url', 'account_type', 'expires_at'])
      assert.equal(platform_profiles.x[field], null, field)
  })

  test('an account that needs a new login stays listed with its missing permissions', async () => {
    const user = await instance.newUser()
    const lost = { status: 'needs_reconnect', missing_permissions: JSON.stringify(['publish', 'read insights']) }
    await insertAccount(instance.data, { profile_id: user.profileId, platform: 'threads', ...lost })
    const [{ connected_platforms, platform_profiles }] = (await user.ask('GET', '/profiles')).body.data.profiles
    assert.deepEqual(connected_platforms, ['threads'])
    assert.equal(platform_profiles.threads.status, 'needs_reconnect')
    assert.deepEqual(platform_profiles.threads.missing_permissions, ['publish', 'read insights'])
  })

  test('an account is listed only in the profile in which it is connected', async () => {
    const user = await instance.newUser()
    const { body } = await user.ask('POST', '/profiles', { body: { name: 'Second' } })
    await insertAccount(instance.data, { profile_id: body.data.profile_id, platform: 'bluesky' })
    const profiles: Profile[] = (await user.ask('GET', '/profiles')).body.data.profiles
    const platforms = new Map(profiles.map(({ id, connected_platforms }) => [id, connected_platforms]))
    assert.deepEqual(platforms.get(user.profileId), [])
    assert.deepEqual(platforms.get(body.data.profile_id), ['bluesky'])
  })
})
