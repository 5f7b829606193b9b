import type { TestedPlatform } from '../shared/tested.ts'
import { content } from './content.ts'
import { crash } from './crash.ts'
import { duplicates } from './duplicates.ts'
import { faults, scenarios } from './faults.ts'
import { rules } from './rules.ts'
import { signIn } from './sign-in.ts'

export const x: TestedPlatform = {
  rules,
  content,
  faults,
  scenarios,
  crash,
  signIn,
  duplicates,
  apps: ['X'],
  longestReply: 280,
  kinds: {
    standard: {},
    premium: { type: 'Premium' },
    enterprise: {},
    suspended: { post: 'reconnect_required' },
    without_credits: { post: 'quota_exhausted' },
  },
  smallest: { '': 'comments reply metrics audience' },
  afterLoss: 'found',
  refusedSignIns: [
    [['invalid_request'], 'Value passed for the redirect uri did not match', /callback URI/],
    [['invalid_scope'], null, /lacks one of the scopes/],
  ],
  creates: /\/2\/tweets$/,
  resetOf: ({ answer_headers: headers }) => Number(headers?.['x-rate-limit-reset']) * 1_000,
}
