import type { TestedPlatform } from '../shared/tested.ts'
import { crash } from './crash.ts'
import { duplicates } from './duplicates.ts'
import { faults, scenarios } from './faults.ts'
import { rules } from './rules.ts'
import { signIn } from './sign-in.ts'

export const pinterest: TestedPlatform = {
  rules,
  faults,
  scenarios,
  crash,
  needs: { media: 'image' },
  signIn,
  duplicates,
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
  creates: /\/v5\/pins$/,
  resetOf: ({ at, answer_headers: headers }) => Date.parse(at) + Number(headers?.['x-ratelimit-reset']) * 1_000,
}
