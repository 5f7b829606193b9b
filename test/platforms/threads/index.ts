import { commentFails } from '../shared/kinds.ts'
import type { TestedPlatform } from '../shared/tested.ts'
import { crash } from './crash.ts'
import { duplicates } from './duplicates.ts'
import { faults, scenarios } from './faults.ts'
import { rules } from './rules.ts'
import { signIn } from './sign-in.ts'

export const threads: TestedPlatform = {
  rules,
  faults,
  scenarios,
  crash,
  signIn,
  duplicates,
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
  creates: /\/threads_publish$/,
}
