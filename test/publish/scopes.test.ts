import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { loginsOf } from '../../src/accounts/logins.ts'
import { platforms } from '../../src/platforms/index.ts'
import { optionalScopes, scopesField } from '../../src/platforms/shared/scopes.ts'
import { upload } from '../harness/posts.ts'
import { isAtRest, type PublishingInstance, startPublishing } from '../harness/publishing.ts'
import { insertAccount } from '../harness/rows.ts'
import { type SandboxInstance, startSandboxed } from '../harness/sandboxed.ts'
import { largeFilm, picture } from '../media/fixtures.ts'
import { tested, testedNames } from '../platforms/index.ts'
import { neededBy, optionsFor } from '../platforms/needs.ts'

const logins = platforms.flatMap((platform) =>
  loginsOf(platform).flatMap(({ connect }) => (connect.kind === 'oauth' ? [{ platform: platform.name, connect }] : [])),
)

const optionalOf = (name: string): string[] =>
  logins.flatMap(({ platform, connect }) =>
    platform === name ? optionalScopes(connect).map((scope) => scope.name) : [],
  )

const settingsTo = (value: string): Record<string, string> =>
  Object.fromEntries(
    logins.flatMap(({ platform, connect }) =>
      optionalScopes(connect).length === 0
        ? []
        : [[`${platform}_${connect.scopesField ?? scopesField()}`.toUpperCase(), value]],
    ),
  )

const shown = ({ publish: _, ...rest }: Record<string, boolean>): string =>
  Object.keys(rest)
    .filter((name) => rest[name])
    .join(' ')

describe('an app with the smallest scopes', () => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing('sqlite', { env: settingsTo('none') })
    for (const { platform } of logins) {
      const needed = logins.flatMap((one) =>
        one.platform === platform ? one.connect.scopes.flatMap((s) => (s.needed ? [s.name] : [])) : [],
      )
      const appLacks = optionalOf(platform).filter((name) => !needed.includes(name))
      await bench.simulated.settings(platform, { appLacks })
    }
  })
  after(() => bench.stop())

  for (const platform of testedNames)
    for (const [prefix, possible] of Object.entries(tested[platform].smallest ?? {}))
      test(`connects and posts: ${platform} ${prefix}`, async () => {
        const who = await bench.newcomer(platform, prefix)
        const [profile] = (await who.ask('GET', '/profiles')).body.data.profiles
        const { capabilities } = profile.platform_profiles[platform]
        assert.equal(capabilities.publish, true)
        assert.equal(shown(capabilities), possible)
        const files = []
        const kind = neededBy([platform])
        if (kind === 'video') files.push(await upload(who, largeFilm(), 'video/mp4'))
        if (kind === 'image') files.push(await upload(who, await picture().jpeg().toBuffer(), 'image/jpeg'))
        const { id, jobIds } = await who.post({
          message: `By ${who.name}`,
          media: files.map(({ publicUrl }) => ({ url: publicUrl })),
          platform_options: optionsFor([platform]) ?? {},
        })
        const job = await bench.until('it has ended', jobIds[0] ?? 0, isAtRest)
        assert.equal(job.status, 'completed', `${job.failed_reason}`)
        const requests = (await bench.simulated.requests(platform)).length
        const refreshed = await who.ask('POST', '/analytics/refresh', { body: { post_id: id } })
        if (capabilities.metrics) return
        assert.match(refreshed.text, /_SCOPES/)
        assert.doesNotMatch(refreshed.text, /connect the account again/i)
        assert.equal((await bench.simulated.requests(platform)).length, requests, 'the platform is not asked')
      })

  test('a first comment without its scope is a warning that names the scope and the setting', async () => {
    const who = await bench.newcomer('threads')
    const { jobIds } = await who.post({ message: 'With a comment', comments_under_post: ['First'] })
    const job = await bench.until('it has ended', jobIds[0] ?? 0, isAtRest)
    assert.equal(job.status, 'completed')
    const { warnings } = (await who.ask('GET', `/jobs/${job.id}`)).body.data
    assert.match(JSON.stringify(warnings), /comment_failed.*threads_manage_replies.*THREADS_SCOPES/)
    const [profile] = (await who.ask('GET', '/profiles')).body.data.profiles
    assert.equal(profile.platform_profiles.threads.status, 'connected')
  })
})

describe('with the settings as they are', () => {
  let instance: SandboxInstance
  before(async () => {
    instance = await startSandboxed('sqlite')
  })
  after(() => instance.stop())

  test('TikTok connects at an app that lacks the Display API, and the settings say what that costs', async () => {
    const user = await instance.newUser()
    const appLacks = ['user.info.profile', 'user.info.stats', 'video.list']
    await instance.control('POST', '/tiktok/settings', { appLacks })
    const { body } = await user.ask('POST', '/connect', { body: { platform: 'tiktok', environment: 'sandbox' } })
    assert.equal(body.data.status, 'connected', JSON.stringify(body))
    const [{ platform_profiles: accounts }] = (await user.ask('GET', '/profiles')).body.data.profiles
    assert.deepEqual(accounts.tiktok.missing_permissions, appLacks)
    const [warning, ...others] = (await user.ask('GET', '/settings')).body.data.warnings
    assert.deepEqual([warning.severity, others], ['info', []])
    assert.match(warning.message, /metrics.*Display API.*TIKTOK_SCOPES/)
    assert.doesNotMatch(warning.message, /again/)
  })

  const cases = [
    ['facebook', 'pages_manage_engagement', 'reply'],
    ['facebook', 'pages_read_user_content', 'comments'],
    ['facebook', 'read_insights', 'metrics'],
    ['facebook', 'business_management', null],
    ['threads', 'threads_read_replies', 'comments'],
    ['threads', 'threads_manage_replies', 'reply'],
    ['reddit', 'read', 'metrics'],
    ['reddit', 'history', null],
    ['tiktok', 'video.list', 'metrics'],
    ['tiktok', 'user.info.stats', 'audience'],
  ] as const

  for (const [platform, scope, capability] of cases)
    test(`without ${scope}, exactly ${capability ?? 'nothing that is shown'} is off on ${platform}`, async () => {
      const capabilitiesOf = async (missing: readonly string[]) => {
        const user = await instance.newUser()
        const missing_permissions = JSON.stringify(missing)
        await insertAccount(instance.data, { profile_id: user.profileId, platform, missing_permissions })
        return (await user.ask('GET', '/profiles')).body.data.profiles[0].platform_profiles[platform].capabilities
      }
      const whole = await capabilitiesOf([])
      const off = capability === null ? {} : { [capability]: false }
      assert.deepEqual(await capabilitiesOf([scope]), { ...whole, ...off })
    })
})
