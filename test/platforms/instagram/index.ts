import type { TestedPlatform } from '../shared/tested.ts'
import { faults, scenarios } from './faults.ts'
import { rules } from './rules.ts'

export const instagram: TestedPlatform = {
  rules,
  faults,
  scenarios,
  creates: /\/media_publish$/,
}
