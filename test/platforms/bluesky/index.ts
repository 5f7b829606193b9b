import type { TestedPlatform } from '../shared/tested.ts'
import { content } from './content.ts'
import { crash } from './crash.ts'
import { duplicates } from './duplicates.ts'
import { faults, scenarios } from './faults.ts'
import { rules } from './rules.ts'

export const bluesky: TestedPlatform = {
  rules,
  content,
  faults,
  scenarios,
  crash,
  duplicates,
  apps: [],
  longestReply: 300,
  kinds: {
    standard: {},
    unconfirmed: {},
    taken_down: { refused: 'login_refused' },
    deactivated: { refused: 'login_refused' },
  },
  afterLoss: 'found',
  creates: /\.putRecord$/,
  resetOf: ({ at, answer_headers: headers }) => Date.parse(at) + Number(headers?.['retry-after']) * 1_000,
}
