import type { TestedPlatform } from '../shared/tested.ts'
import { content } from './content.ts'
import { crash } from './crash.ts'
import { duplicates } from './duplicates.ts'
import { faults, scenarios } from './faults.ts'
import { rules } from './rules.ts'
import { signIn } from './sign-in.ts'

export const pinterest: TestedPlatform = {
  rules,
  content,
  faults,
  scenarios,
  crash,
  needs: { media: 'image' },
  signIn,
  duplicates,
  apps: ['PINTEREST'],
  kinds: {
    standard: { type: 'business' },
    personal: { type: 'pinner' },
    many_boards: {},
    without_boards: { rejected: 'board_required' },
    trial: { post: 'permission_missing' },
    trial_hidden: {},
    unapproved: { refused: 'login_refused' },
  },
  smallest: { '': 'metrics audience' },
  afterLoss: 'found',
  refusedSignIns: [
    [[], 'Apps with Trial access may not create Pins in production', /standard access/],
    [['odd'], 'Nobody knows this.', /Compare the redirect URI and the scopes/],
  ],
  creates: /\/v5\/pins$/,
  resetOf: ({ at, answer_headers: headers }) => Date.parse(at) + Number(headers?.['x-ratelimit-reset']) * 1_000,
}
