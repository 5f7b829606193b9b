import type { TestedPlatform } from '../shared/tested.ts'
import { faults, scenarios } from './faults.ts'
import { rules } from './rules.ts'

export const reddit: TestedPlatform = {
  rules,
  faults,
  scenarios,
  creates: /\/api\/submit$/,
}
