import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { platforms } from '../../src/platforms/index.ts'
import type { Platform } from '../../src/platforms/shared/platform.ts'
import { remedyForRefused } from '../../src/platforms/shared/refused-permission.ts'
import { connectOf, scopesFor } from '../../src/platforms/shared/scopes.ts'
import { type Instance, startInstance } from '../harness/instance.ts'
import { insertAccount } from '../harness/rows.ts'

const all: readonly Platform[] = platforms
const named = (name: string): Platform => all.find((one) => one.name === name) ?? assert.fail(name)

describe('after a refused call, the message says which permission is missing and who can give it', () => {
  const remedy = (
    name: string,
    {
      without = [],
      words = [],
      settings = {},
      login,
    }: { without?: readonly string[]; words?: readonly string[]; settings?: Record<string, string>; login?: string },
    pageId: string | null = null,
  ) => {
    const platform = named(name)
    const extra = login === undefined ? {} : { login }
    const connect = connectOf(platform.live, { extra }) ?? assert.fail('no OAuth')
    const scopes = scopesFor(connect, pageId === null ? 'person' : 'page')
      .map((scope) => scope.name)
      .filter((scope) => !without.includes(scope))
    const credentials = { accessToken: 't', refreshToken: null, expiresAt: null, scopes, extra }
    const account = { remoteId: '1', username: null, eligible: false, pageId }
    return remedyForRefused(connect, platform, { settings, credentials, account }, words)
  }

  test('a scope that the person did not grant, and the permission that the app needs for it', () => {
    const text = remedy('facebook', { without: ['pages_manage_posts'] }, '7')
    assert.match(
      text,
      /^Connect the account again and grant pages_manage_posts\. If Facebook does not offer it, .*App Review/,
    )
  })

  test('a scope that the platform names, even if others are missing, too', () => {
    const words = ['(#200) Requires pages_manage_engagement.']
    const text = remedy('facebook', { without: ['pages_manage_engagement', 'read_insights'], words }, '7')
    assert.match(text, /grant pages_manage_engagement\./)
    assert.doesNotMatch(text, /read_insights/)
  })

  test('a scope that this instance does not request: the operator adds it, and nobody has to sign in before', () => {
    const text = remedy('tiktok', { without: ['video.list'], words: ['The scope video.list is missing.'] })
    assert.match(text, /^This instance does not request video\.list\. .*Display API.*TIKTOK_SCOPES/)
    assert.doesNotMatch(text, /^Connect/)
  })

  test('the configuration of Facebook Login for Business, if the instance uses one', () => {
    const facebook = remedy('facebook', { without: ['read_insights'], settings: { config_id: '4711' } }, '7')
    assert.match(facebook, /configuration of Facebook Login for Business that FACEBOOK_CONFIG_ID names/)
    const settings = { facebook_config_id: '4711', facebook_scopes: 'none' }
    const without = ['instagram_manage_insights']
    const words = without
    const instagram = remedy('instagram', { without, words, settings, login: 'facebook' }, '7')
    assert.match(instagram, /INSTAGRAM_FACEBOOK_CONFIG_ID names and INSTAGRAM_FACEBOOK_SCOPES/)
    assert.doesNotMatch(remedy('facebook', { without: ['read_insights'] }, '7'), /CONFIG_ID/)
  })

  for (const [platform, role] of [
    ['facebook', /CREATE_CONTENT \(“Content”\).*full control of the Page/],
    ['linkedin', /CONTENT_ADMINISTRATOR \(“Content admin”\).*super admin/i],
  ] as const)
    test(`if everything was granted, the role at the Page: ${platform}`, () => {
      const text = remedy(platform, platform === 'linkedin' ? { login: 'page' } : {}, '7')
      assert.match(text, role)
      assert.doesNotMatch(text, /^Connect/)
    })

  test('if everything was granted, also that the person or the platform may have taken it back', () => {
    const text = remedy('threads', {})
    assert.match(
      text,
      /^The sign-in granted everything that was requested\. .*connect the account again\. .*operator.*Threads/,
    )
  })
})

describe('GET /settings says who can give a missing permission', () => {
  let instance: Instance
  before(async () => {
    instance = await startInstance('sqlite', { env: { FACEBOOK_CONFIG_ID: '4711' } })
  })
  after(() => instance.stop())

  async function warningsOf(platform: string, missing: readonly string[], page_id: string | null = null) {
    const user = await instance.newUser()
    const missing_permissions = JSON.stringify(missing)
    await insertAccount(instance.data, { profile_id: user.profileId, platform, missing_permissions, page_id })
    return (await user.ask('GET', '/settings')).body.data.warnings
  }

  test('a task at the Page: its name there, and that a new sign-in alone does not help', async () => {
    const [warning, ...others] = await warningsOf('facebook', ['MODERATE'], '7')
    assert.deepEqual(
      [warning.code, warning.details.missing_permissions, others],
      ['permission_missing', ['MODERATE'], []],
    )
    assert.match(
      warning.message,
      /Not available: reading comments, writing comments and replies\..*MODERATE \(“Community activity”\).*“Page access”/,
    )
    assert.doesNotMatch(warning.message, /grant/)
  })

  test('a scope that was not granted: what is impossible, and the configuration that must contain it', async () => {
    const [warning, ...others] = await warningsOf('facebook', ['read_insights'], '7')
    assert.equal(others.length, 0)
    assert.match(
      warning.message,
      /Not available: metrics\. Connect the account again and grant read_insights\..*FACEBOOK_CONFIG_ID/,
    )
  })

  test('a person on LinkedIn who was connected instead of a Page', async () => {
    const [warning] = await warningsOf('linkedin', ['rw_organization_admin'])
    assert.match(warning.message, /grant rw_organization_admin/)
  })
})
