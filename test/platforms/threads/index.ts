import { commentFails } from '../shared/kinds.ts'
import type { TestedPlatform } from '../shared/tested.ts'
import { content, derived } from './content.ts'
import { crash } from './crash.ts'
import { duplicates } from './duplicates.ts'
import { faults, scenarios } from './faults.ts'
import { rules } from './rules.ts'
import { signIn } from './sign-in.ts'

export const threads: TestedPlatform = {
  rules,
  content,
  derived,
  faults,
  scenarios,
  crash,
  signIn,
  duplicates,
  apps: ['THREADS'],
  longestReply: 500,
  kinds: {
    standard: {},
    suspended: { post: 'reconnect_required' },
    restricted: {},
    misses: {},
    loses: {},
    aging: {},
    no_comments: { ...commentFails, missing: ['threads_manage_replies'] },
    without_permissions: { ...commentFails, missing: ['threads_read_replies', 'threads_manage_insights'] },
  },
  smallest: { '': '' },
  afterLoss: 'found',
  refusedSignIns: [
    [['1349245'], null, /Threads tester/],
    [[], 'Invalid Request: The user has not accepted the invite to test the app', /Threads tester/],
    [['1349026'], null, /Threads App ID/],
  ],
  creates: /\/threads_publish$/,
}
