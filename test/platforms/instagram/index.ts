import { commentFails } from '../shared/kinds.ts'
import type { TestedPlatform } from '../shared/tested.ts'
import { content, covers, derived } from './content.ts'
import { crash } from './crash.ts'
import { duplicates } from './duplicates.ts'
import { faults, scenarios } from './faults.ts'
import { rules } from './rules.ts'
import { signIn } from './sign-in.ts'

export const instagram: TestedPlatform = {
  rules,
  content,
  covers,
  derived,
  faults,
  scenarios,
  crash,
  needs: { media: 'image' },
  signIn,
  duplicates,
  apps: ['INSTAGRAM', 'META'],
  longestReply: 300,
  kinds: {
    standard: {},
    personal: {},
    restricted: { post: 'platform_rejected' },
    restricted_live: {},
    no_trials: {},
    no_comments: { ...commentFails, missing: ['instagram_business_manage_comments'] },
    without_permissions: { ...commentFails, missing: ['instagram_business_manage_insights'] },
    two_pages: {},
    business: {},
    unlisted: {},
    without_account: { refused: 'no_account' },
  },
  smallest: { '': 'audience', 'by facebook ': 'audience' },
  afterLoss: 'found',
  refusedSignIns: [
    [['400'], 'Insufficient developer role', /Instagram tester/],
    [['400'], 'Invalid platform app', /Instagram app ID/],
  ],
  creates: /\/media_publish$/,
}
