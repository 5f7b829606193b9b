import { commentFails } from '../shared/kinds.ts'
import type { TestedPlatform } from '../shared/tested.ts'
import { crash } from './crash.ts'
import { duplicates } from './duplicates.ts'
import { faults, scenarios } from './faults.ts'
import { rules, subreddit } from './rules.ts'
import { signIn } from './sign-in.ts'

export const reddit: TestedPlatform = {
  rules,
  faults,
  scenarios,
  crash,
  needs: { options: { subreddit } },
  lacks: 'video',
  signIn,
  duplicates,
  kinds: {
    standard: {},
    suspended: { post: 'reconnect_required' },
    untrusted: { post: 'platform_rejected' },
    no_comments: commentFails,
  },
  smallest: { '': 'reply audience' },
  afterLoss: 'found',
  creates: /\/api\/submit$/,
}
