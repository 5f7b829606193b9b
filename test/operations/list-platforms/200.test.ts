import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { type Instance, startInstance, type User } from '../../harness/instance.ts'
import { insertAccount } from '../../harness/rows.ts'
import { tested, testedNames } from '../../platforms/index.ts'

interface Platform {
  readonly name: string
  readonly aliases: readonly string[]
  readonly options: {
    readonly type?: string
    readonly additionalProperties?: boolean
    readonly properties?: Readonly<Record<string, { readonly type?: string; readonly format?: string }>>
  }
  readonly configured: boolean
  readonly connected_profiles: readonly string[]
  readonly connect: readonly {
    readonly login: string
    readonly kind: string
    readonly fields: readonly { readonly name: string; readonly kind: string }[]
    readonly needs_app: boolean
    readonly configured: boolean
  }[]
  readonly requires: readonly string[]
  readonly logins?: readonly { readonly name: string; readonly configured: boolean }[]
}

const firstHalf = ['x', 'instagram', 'linkedin', 'pinterest']
const secondHalf = testedNames.filter((name) => !firstHalf.includes(name))

const appsOf = (name: string): readonly string[] => testedNames.flatMap((one) => (one === name ? tested[one].apps : []))

async function configured({ owner }: Instance): Promise<string[]> {
  const platforms: Platform[] = (await owner('GET', '/platforms')).body.data.platforms
  return platforms.flatMap((platform) => (platform.configured ? [platform.name] : []))
}

onEachInstance(startInstance, (instance, kind) => {
  test('the platforms are listed in the documented order, and X has the alias twitter', async () => {
    const user = await instance.newUser(1, ['read'])
    const { status, body } = await user.ask('GET', '/platforms')
    assert.equal(status, 200)
    const platforms: Platform[] = body.data.platforms
    assert.deepEqual(
      platforms.map(({ name }) => name),
      testedNames,
    )
    assert.deepEqual(
      platforms.flatMap(({ name, aliases }) => (aliases.length > 0 ? [[name, aliases]] : [])),
      [['x', ['twitter']]],
    )
  })

  test('each platform says how it is connected: in a browser, or with which fields', async () => {
    const user = await instance.newUser(1, ['read'])
    const platforms: Platform[] = (await user.ask('GET', '/platforms')).body.data.platforms
    for (const { name, connect, configured: isConfigured } of platforms) {
      assert.ok(connect.length > 0, name)
      assert.equal(
        connect.some((login) => login.configured),
        isConfigured,
        name,
      )
      for (const { kind, fields, needs_app } of connect) {
        assert.equal(kind === 'oauth', fields.length === 0, name)
        assert.equal(needs_app, appsOf(name).length > 0, name)
      }
    }
    const bluesky = platforms.find(({ name }) => name === 'bluesky')
    assert.deepEqual(
      bluesky?.connect[0]?.fields.map(({ name, kind: form }) => [name, form]),
      [
        ['handle', 'text'],
        ['app_password', 'secret'],
      ],
    )
    assert.deepEqual(
      platforms.flatMap(({ name, requires }) => requires.map((option) => [name, option])),
      [['reddit', 'subreddit']],
    )
  })

  test('options are a complete JSON schema, with the options that all platforms accept', async () => {
    const user = await instance.newUser()
    const platforms: Platform[] = (await user.ask('GET', '/platforms')).body.data.platforms
    for (const { name, options } of platforms) {
      assert.equal(options.type, 'object', name)
      assert.equal(options.additionalProperties, false, name)
      assert.equal(options.properties?.message?.type, 'string', name)
      assert.equal(options.properties?.thumbnail_url?.format, 'uri', name)
      assert.ok(!JSON.stringify(options).includes('$ref'), name)
    }
    const byName = new Map(platforms.map(({ name, options }) => [name, Object.keys(options.properties ?? {})]))
    assert.ok(byName.get('instagram')?.includes('trialParams'))
    assert.ok(byName.get('youtube')?.includes('title'))
  })

  test('the rules use the words of the API and name the source of each number', async () => {
    const user = await instance.newUser()
    const { platforms } = (await user.ask('GET', '/platforms')).body.data
    for (const { options: _, ...rules } of platforms) {
      const names = [...JSON.stringify(rules).matchAll(/"([^"\\]+)":/g)].map(([, name]) => name)
      for (const name of names) assert.match(name ?? '', /^[a-z][a-z_]*$/, rules.name)
      assert.ok(rules.post_types.length > 0, rules.name)
      for (const type of rules.post_types) {
        assert.ok(type.text.source.length > 0 && type.media.length > 0, `${rules.name} ${type.name}`)
        for (const set of type.media)
          for (const rule of [set.image, set.gif, set.video])
            assert.ok(rule === undefined || rule.source.length > 0, `${rules.name} ${type.name}`)
      }
    }
  })

  test('without any developer app, only the platform that needs none is configured', async () => {
    assert.deepEqual(await configured(instance), ['bluesky'])
  })

  test('each platform is configured by its own app’s client ID, and by no other', async () => {
    for (const half of [firstHalf, secondHalf]) {
      const given = half.flatMap((name) => appsOf(name).slice(0, 1))
      const env = Object.fromEntries(
        given.flatMap((app) => [
          [`${app}_CLIENT_ID`, 'an-id'],
          [`${app}_CLIENT_SECRET`, 'a-secret'],
        ]),
      )
      const expected = testedNames.filter(
        (name) => appsOf(name).length === 0 || appsOf(name).some((app) => given.includes(app)),
      )
      const other = await startInstance(kind, { env })
      try {
        assert.deepEqual(await configured(other), expected)
      } finally {
        await other.stop()
      }
    }
  })

  test('each of several login methods shows whether it is configured', async () => {
    const other = await startInstance(kind, { env: { META_CLIENT_ID: 'an-id', META_CLIENT_SECRET: 'a-secret' } })
    try {
      const platforms: Platform[] = (await other.owner('GET', '/platforms')).body.data.platforms
      assert.deepEqual(
        platforms.flatMap(({ name, logins }) => (logins ? [[name, logins]] : [])),
        [
          [
            'instagram',
            [
              { name: 'instagram', configured: false },
              { name: 'facebook', configured: true },
            ],
          ],
          [
            'linkedin',
            [
              { name: 'member', configured: false },
              { name: 'page', configured: false },
            ],
          ],
        ],
      )
    } finally {
      await other.stop()
    }
  })

  test('connected_profiles names only the caller’s profiles in which the platform is connected', async () => {
    const [ana, ben] = [await instance.newUser(), await instance.newUser()]
    const second = (await ana.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data.profile_id
    await insertAccount(instance.data, { profile_id: ana.profileId, platform: 'tiktok' })
    await insertAccount(instance.data, { profile_id: second, platform: 'tiktok', status: 'needs_reconnect' })
    await insertAccount(instance.data, { profile_id: second, platform: 'x' })
    await insertAccount(instance.data, { profile_id: ben.profileId, platform: 'tiktok' })
    const connected = async (user: User) => {
      const platforms: Platform[] = (await user.ask('GET', '/platforms')).body.data.platforms
      return Object.fromEntries(
        platforms.flatMap(({ name, connected_profiles }) =>
          connected_profiles.length > 0 ? [[name, connected_profiles.toSorted()]] : [],
        ),
      )
    }
    assert.deepEqual(await connected(ana), { x: [second], tiktok: [ana.profileId, second].sort() })
    assert.deepEqual(await connected(ben), { tiktok: [ben.profileId] })
  })
})
