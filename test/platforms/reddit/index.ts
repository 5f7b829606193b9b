import type { TestedPlatform } from '../shared/tested.ts'
import { crash } from './crash.ts'
import { faults, scenarios } from './faults.ts'
import { rules, subreddit } from './rules.ts'

export const reddit: TestedPlatform = {
  rules,
  faults,
  scenarios,
  crash,
  needs: { options: { subreddit } },
  lacks: 'video',
  creates: /\/api\/submit$/,
}
