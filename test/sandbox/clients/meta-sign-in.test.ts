import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { appForm, redirectUri, startAllSimulated } from '../../harness/all-simulated.ts'

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
