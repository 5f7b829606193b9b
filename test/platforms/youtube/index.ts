import type { TestedPlatform } from '../shared/tested.ts'
import { faults, scenarios } from './faults.ts'
import { rules } from './rules.ts'

export const youtube: TestedPlatform = {
  rules,
  faults,
  scenarios,
  creates: /\/upload\/youtube\/v3\/videos$/,
}
