import { commentFails } from '../shared/kinds.ts'
import type { TestedPlatform } from '../shared/tested.ts'
import { content, derived } from './content.ts'
import { crash } from './crash.ts'
import { duplicates } from './duplicates.ts'
import { faults, scenarios } from './faults.ts'
import { rules, subreddit } from './rules.ts'
import { signIn } from './sign-in.ts'

export const reddit: TestedPlatform = {
  rules,
  content,
  derived,
  faults,
  scenarios,
  crash,
  needs: { options: { subreddit } },
  lacks: 'video',
  signIn,
  duplicates,
  apps: ['REDDIT'],
  kinds: {
    standard: {},
    suspended: { post: 'reconnect_required' },
    untrusted: { post: 'platform_rejected' },
    no_comments: commentFails,
  },
  smallest: { '': 'reply audience' },
  afterLoss: 'found',
  refusedSignIns: [
    [['invalid_request'], 'invalid redirect_uri parameter', /prefs\/apps/],
    [['invalid_client'], null, /REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET/],
  ],
  creates: /\/api\/submit$/,
}
