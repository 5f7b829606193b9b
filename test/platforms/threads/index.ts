import type { TestedPlatform } from '../shared/tested.ts'
import { faults, scenarios } from './faults.ts'
import { rules } from './rules.ts'

export const threads: TestedPlatform = {
  rules,
  faults,
  scenarios,
  creates: /\/threads_publish$/,
}
