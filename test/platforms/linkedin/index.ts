import type { TestedPlatform } from '../shared/tested.ts'
import { faults, scenarios } from './faults.ts'
import { rules } from './rules.ts'

export const linkedin: TestedPlatform = {
  rules,
  faults,
  scenarios,
  creates: /\/rest\/posts$/,
}
