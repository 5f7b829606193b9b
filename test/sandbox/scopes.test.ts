import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { type OAuthPlatform, startAllSimulated } from '../harness/all-simulated.ts'

const all = await startAllSimulated()
after(() => all.stop())

const scopes: Readonly<Record<OAuthPlatform, readonly [has: string, lacks: string, separator: string]>> = {
  x: ['tweet.read', 'tweet.write', ' '],
  facebook: ['pages_show_list', 'pages_manage_posts', ','],
  instagram: ['instagram_business_basic', 'instagram_business_manage_insights', ','],
  linkedin: ['openid', 'w_organization_social', ' '],
  youtube: ['openid', 'https://www.googleapis.com/auth/youtube', ' '],
  tiktok: ['user.info.basic', 'video.list', ','],
  pinterest: ['pins:read', 'pins:write', ','],
  reddit: ['identity', 'submit', ' '],
  threads: ['threads_basic', 'threads_manage_insights', ','],
}

describe('a client that asks for one scope that its app lacks is refused altogether', () => {
  for (const [name, [has, lacks, separator]] of Object.entries(scopes))
    test(name, async () => {
      const platform = name as OAuthPlatform // the keys of the table
      await all.settings(platform, { appLacks: [lacks] })
      assert.ok(await all.signIn(platform, 'scopes', has))
      await assert.rejects(all.signIn(platform, 'scopes', `${has}${separator}${lacks}`), /does not have the scope/)
    })
})
