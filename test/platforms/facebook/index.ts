import { z } from 'zod'
import { commentFails } from '../shared/kinds.ts'
import type { TestedPlatform } from '../shared/tested.ts'
import { content, covers, derived } from './content.ts'
import { crash } from './crash.ts'
import { duplicates } from './duplicates.ts'
import { faults, scenarios } from './faults.ts'
import { rules } from './rules.ts'
import { signIn } from './sign-in.ts'

const usage = z.record(z.string(), z.array(z.object({ estimated_time_to_regain_access: z.number() })))

export const facebook: TestedPlatform = {
  rules,
  content,
  covers,
  derived,
  faults,
  scenarios,
  crash,
  signIn,
  duplicates,
  apps: ['META'],
  longestReply: 8_000,
  kinds: {
    standard: {},
    two_pages: {},
    no_pages: { refused: 'no_account' },
    business: {},
    unlisted: {},
    no_content: { post: 'permission_missing' },
    no_posts: { post: 'permission_missing', missing: ['pages_manage_posts'] },
    no_comments: { ...commentFails, missing: ['pages_manage_engagement'] },
    no_insights: { missing: ['read_insights'] },
    without_permissions: { ...commentFails, missing: ['pages_manage_engagement', 'read_insights'] },
  },
  smallest: { '': 'audience' },
  // Facebook does not list what a video of a Page says.
  afterLoss: 'person',
  refusedSignIns: [
    [[], 'Invalid Scopes: pages_manage_posts', /“Use cases”/],
    [['1349048'], null, /“Valid OAuth Redirect URIs”/],
    [['100'], 'Error validating client secret.', /META_CLIENT_SECRET/],
    [[], 'App not active: This app is not accessible right now', /Live mode/],
    [[], 'Invalid Scopes: read_insights', /with the setting FACEBOOK_SCOPES/],
  ],
  creates: /\/:id\/feed$/,
  resetOf: ({ at, answer_headers: headers }) => {
    const all = Object.values(usage.parse(JSON.parse(headers?.['x-business-use-case-usage'] ?? '{}'))).flat()
    const minutes = all.map((one) => one.estimated_time_to_regain_access)
    return Date.parse(at) + Math.max(...minutes) * 60_000
  },
}
