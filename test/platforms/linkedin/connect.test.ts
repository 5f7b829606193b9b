import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { discover } from '../../../src/platforms/linkedin/account.ts'
import { login } from '../../../src/platforms/linkedin/login.ts'
import { simulatedApp } from '../../../src/sandbox/shared/app.ts'
import { comeBack } from '../../harness/consent.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { type PublishingInstance, startPublishing } from '../../harness/publishing.ts'
import { problem, scripted } from './scripted.ts'
import { startLinkedin } from './simulated.ts'

/** Scopes that LinkedIn gives to few partners, and those that are not requested by the usual login. */
const closed = ['r_member_social_feed', 'r_member_social']
const notOfEveryApp = ['w_member_social_feed', 'r_member_postAnalytics', 'r_member_profileAnalytics', ...closed]

const extra = { login: 'page' }

describe('the accounts that a login can publish as', () => {
  const credentials = { accessToken: 'token', refreshToken: null, expiresAt: null, scopes: ['r_basicprofile'], extra }
  const me = { id: 'ada', localizedFirstName: 'Ada', localizedLastName: 'Lovelace', vanityName: 'ada' }
  const roles = (...elements: readonly object[]) => ({ body: { elements, paging: { links: [] } } })

  test('with a self-serve app are only the person, without further requests', async () => {
    const { context, asked } = await scripted(() => ({
      body: { sub: 'ada', name: 'Ada', picture: 'https://x.test/a' },
    }))
    const found = await discover(context())
    assert.deepEqual(found, [
      {
        kind: 'account',
        remoteId: 'urn:li:person:ada',
        username: null,
        displayName: 'Ada',
        avatarUrl: 'https://x.test/a',
        profileUrl: null,
        accountType: 'person',
        eligible: false,
        missingPermissions: notOfEveryApp,
      },
    ])
    assert.deepEqual(
      asked.map(({ call }) => call),
      ['GET /api/v2/userinfo'],
    )
  })

  test('with the other app are every Page that the person may publish as, and then the person', async () => {
    const { context } = await scripted(({ path }) => {
      if (path.endsWith('/me')) return { body: me }
      if (path.includes('/organizations/')) return { body: { localizedName: `Page ${path.at(-1)}`, vanityName: 'p' } }
      return roles(
        { organization: 'urn:li:organization:1', role: 'ADMINISTRATOR', state: 'APPROVED' },
        { organization: 'urn:li:organization:2', role: 'ANALYST', state: 'APPROVED' },
        { organizationTarget: 'urn:li:organization:3', role: 'CONTENT_ADMIN', state: 'APPROVED' },
        { organization: 'urn:li:organization:4', role: 'ADMINISTRATOR', state: 'REQUESTED' },
        { organization: 'urn:li:organization:1', role: 'CONTENT_ADMINISTRATOR', state: 'APPROVED' },
      )
    })
    const found = await discover(context({ credentials }))
    assert.deepEqual(
      found.map(({ kind, remoteId, pageId, displayName }) => [kind, remoteId, pageId, displayName]),
      [
        ['page', 'urn:li:organization:1', '1', 'Page 1'],
        ['page', 'urn:li:organization:3', '3', 'Page 3'],
        ['account', 'urn:li:person:ada', undefined, 'Ada Lovelace'],
      ],
    )
    assert.deepEqual(found[0]?.missingPermissions.includes('w_organization_social'), true)
    assert.deepEqual(found[2]?.missingPermissions.includes('w_member_social'), true)
  })

  for (const status of [403, 404])
    test(`one Page that could not be read (${status}) ended the whole sign-in; it is offered by its number`, async () => {
      const { context } = await scripted(({ path }) => {
        if (path.endsWith('/me')) return { body: me }
        if (path.endsWith('/organizations/1')) return { status, body: problem('ACCESS_DENIED') }
        if (path.includes('/organizations/')) return { body: { localizedName: 'Labs' } }
        return roles(
          { organization: 'urn:li:organization:1', role: 'CONTENT_ADMINISTRATOR', state: 'APPROVED' },
          { organization: 'urn:li:organization:2', role: 'CONTENT_ADMINISTRATOR', state: 'APPROVED' },
        )
      })
      const found = await discover(context({ credentials }))
      assert.deepEqual(
        found.map(({ remoteId, displayName }) => [remoteId, displayName]),
        [
          ['urn:li:organization:1', '1'],
          ['urn:li:organization:2', 'Labs'],
          ['urn:li:person:ada', 'Ada Lovelace'],
        ],
      )
    })

  test('are only the person if the Pages may not be read', async () => {
    const { context } = await scripted(({ path }) =>
      path.endsWith('/me') ? { body: me } : { status: 403, body: problem('ACCESS_DENIED') },
    )
    assert.equal((await discover(context({ credentials }))).length, 1)
  })

  test('are requested again if LinkedIn does not know its new token yet', async () => {
    const { context } = await scripted(() => ({ status: 401, body: problem('REVOKED_ACCESS_TOKEN') }))
    await assert.rejects(discover(context()), /in a minute/)
  })
})

test('a person whose Page the simulated LinkedIn does not show can sign in', async () => {
  const simulated = await startLinkedin()
  const [page, person] = await simulated.signIn('unreadable', 'page')
  assert.match(page?.account.remoteId ?? '', /^urn:li:organization:/)
  assert.match(person?.account.remoteId ?? '', /^urn:li:person:/)
})

describe('the end of an access', () => {
  const app = simulatedApp

  test('revokes the access token of a person at LinkedIn', async () => {
    const { context, asked } = await scripted(() => ({}))
    await login.revoke(context({ app }))
    assert.equal(asked[0]?.call, 'POST /web/oauth/v2/revoke')
    assert.equal(new URLSearchParams(asked[0]?.body.toString()).get('token'), 'token')
  })

  test('does not revoke that of a Page, because the person may manage others', async () => {
    const { context, asked } = await scripted(() => ({}))
    const { credentials } = context()
    await login.revoke(context({ app, credentials: { ...credentials, extra } }))
    assert.deepEqual(asked, [])
  })

  test('ends all tokens of the login', async () => {
    const simulated = await startLinkedin()
    const as = await simulated.account('ended', 'member')
    await login.revoke(as)
    assert.equal((await simulated.ask(as, 'GET', '/v2/userinfo')).status, 401)
  })
})

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind, { roles: { api: true, worker: false } })
  })
  after(() => bench.stop())

  /** A person of this name signs in, and the browser returns. */
  async function signIn(name: string, login?: string) {
    const user = await bench.instance.newUser(3)
    const begun = (await user.ask('POST', '/connect', { body: { platform: 'linkedin', ...(login && { login }) } })).body
      .data
    const door = `${bench.simulated.sandbox.address}/__sandbox/linkedin/login`
    const answer = await fetch(door, {
      method: 'POST',
      body: JSON.stringify({ account: name, authorize_url: begun.url }),
    })
    await comeBack(JSON.parse(await answer.text()).redirect)
    const read = async () => (await user.ask('GET', `/connect/${begun.connection_id}`)).body.data
    const profile = async () => (await user.ask('GET', '/profiles')).body.data.profiles[0].platform_profiles.linkedin
    const warnings = async () => (await user.ask('GET', '/settings')).body.data.warnings
    return { user, id: begun.connection_id, url: new URL(begun.url), read, profile, warnings }
  }

  test('a person is connected at once with the default login, which requests the scopes that every app has', async () => {
    const { url, read, profile } = await signIn('connected ada')
    assert.equal(url.searchParams.get('scope'), 'openid profile w_member_social')
    assert.equal((await read()).status, 'connected')
    const { display_name: name, status, account_type: type, missing_permissions: missing } = await profile()
    assert.deepEqual([name, status, type, missing], ['connected ada', 'connected', 'person', notOfEveryApp])
  })

  test('a person with Pages chooses between them and the own account', async () => {
    const { user, id, read, profile } = await signIn('two pages', 'page')
    const { status, choices } = await read()
    assert.deepEqual(
      [status, choices.map(({ name }: { name: string }) => name)],
      ['choosing', ['two pages Ltd', 'two pages Labs', 'two pages']],
    )
    const [, second] = choices
    const chosen = await user.ask('POST', `/connect/${id}/select`, { body: { choice_id: second.id } })
    assert.equal(chosen.body.data.status, 'connected', chosen.text)
    const { account_id: account, page_id: page, account_type: type } = await profile()
    assert.deepEqual([account, page, type], [`urn:li:organization:${second.id}`, second.id, 'page'])
  })

  test('missing permissions are named, at once and in the settings', async () => {
    const { user, id, read, profile, warnings } = await signIn('no metrics', 'page')
    const { choices } = await read()
    // Without that permission there is no list of Pages.
    assert.deepEqual(choices, [])
    assert.equal((await read()).status, 'connected')
    assert.deepEqual((await profile()).missing_permissions, [...closed, 'rw_organization_admin'])
    const found = (await warnings()).map(({ code, severity, message }: Record<string, string>) => [
      code,
      severity,
      message,
    ])
    const [pages, others] = found
    assert.deepEqual([found.length, pages[0], pages[1]], [2, 'permission_missing', 'warning'])
    assert.match(
      pages[2],
      /Not available: finding all Pages\. Connect the account again and grant rw_organization_admin/,
    )
    assert.deepEqual(others.slice(0, 2), ['permission_missing', 'info'])
    assert.match(others[2], /LINKEDIN_PAGE_SCOPES/)
    assert.equal((await profile()).capabilities.publish, true)
    assert.ok(user && id)
    const page = await signIn('no comments', 'page')
    const [first] = (await page.read()).choices
    await page.user.ask('POST', `/connect/${page.id}/select`, { body: { choice_id: first.id } })
    const missing = ['r_organization_social', 'r_organization_social_feed', 'w_organization_social_feed']
    assert.deepEqual((await page.profile()).missing_permissions, missing)
    assert.deepEqual(
      (await page.warnings()).map(({ code }: { code: string }) => code),
      ['permission_missing'],
    )
  })
})
