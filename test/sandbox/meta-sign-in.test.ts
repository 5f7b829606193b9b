import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { accepted, appForm, redirectUri, startAllSimulated } from '../harness/all-simulated.ts'

const all = await startAllSimulated()
after(() => all.stop())

const logins = {
  facebook: { authorize: 'facebook/web/v20.0/dialog/oauth', scope: 'pages_show_list,pages_manage_posts' },
  instagram: { authorize: 'instagram/dialog/v20.0/dialog/oauth', scope: 'instagram_basic,instagram_content_publish' },
  threads: { authorize: 'threads/auth/oauth/authorize', scope: 'threads_basic,threads_content_publish' },
} as const
type Platform = keyof typeof logins

const authorizeUrl = (platform: Platform): string => {
  const { authorize, scope } = logins[platform]
  const query = { client_id: appForm.client_id, redirect_uri: redirectUri, state: 'abc', scope }
  return `${all.host(authorize)}?${new URLSearchParams(query)}`
}

describe('Postiz sends people to the consent page without response_type, as Meta’s own example does', () => {
  for (const platform of ['facebook', 'instagram', 'threads'] as const)
    test(platform, async () => {
      const url = authorizeUrl(platform)
      assert.equal((await all.call('GET', url)).status, 200)
      assert.notEqual(await all.codeFor(platform, 'postiz', url), '')
    })
})

const grantOf = async (platform: Platform) => ({
  ...appForm,
  redirect_uri: redirectUri,
  code: await all.codeFor(platform, 'tokens', authorizeUrl(platform)),
})

describe('published clients exchange a code by the other method', () => {
  for (const [platform, path] of [
    ['facebook', 'facebook/graph/v20.0/oauth/access_token'],
    ['instagram', 'instagram/graph/v20.0/oauth/access_token'],
  ] as const)
    test(`${platform}: a POST with a form`, async () => {
      const { access_token: short } = accepted(await all.call('POST', path, { form: await grantOf(platform) }))
      const form = { ...appForm, grant_type: 'fb_exchange_token', fb_exchange_token: short }
      assert.ok(accepted(await all.call('POST', path, { form })).access_token)
    })

  for (const version of ['', 'v1.0/'])
    test(`threads: a GET, as Postiz sends it, to /${version}oauth/access_token`, async () => {
      const path = `threads/graph/${version}oauth/access_token`
      const query = { ...(await grantOf('threads')), grant_type: 'authorization_code' }
      const { access_token } = accepted(await all.call('GET', path, { query }))
      const long = { grant_type: 'th_exchange_token', client_secret: appForm.client_secret, access_token }
      assert.ok(accepted(await all.call('GET', `threads/graph/${version}access_token`, { query: long })).access_token)
    })
})
