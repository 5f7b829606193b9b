import { commentFails } from '../shared/kinds.ts'
import type { TestedPlatform } from '../shared/tested.ts'
import { content, covers, derived } from './content.ts'
import { crash } from './crash.ts'
import { duplicates } from './duplicates.ts'
import { faults, scenarios } from './faults.ts'
import { rules } from './rules.ts'
import { signIn } from './sign-in.ts'

export const youtube: TestedPlatform = {
  rules,
  content,
  covers,
  derived,
  faults,
  scenarios,
  crash,
  needs: { media: 'video' },
  signIn,
  duplicates,
  apps: ['GOOGLE'],
  longestReply: 10_000,
  kinds: {
    standard: {},
    unverified: {},
    suspended: { post: 'reconnect_required' },
    locked_private: { warns: 'restricted_by_platform' },
    hidden_numbers: {},
    no_comments: commentFails,
    without_channel: { refused: 'no_account' },
  },
  smallest: { '': 'comments reply metrics audience' },
  afterLoss: 'found',
  refusedSignIns: [
    [['access_denied'], 'The app has not completed the Google verification process', /Test users/],
    [['redirect_uri_mismatch'], null, /Authorized redirect URIs/],
  ],
  creates: /\/upload\/youtube\/v3\/videos$/,
}
