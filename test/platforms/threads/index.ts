import type { TestedPlatform } from '../shared/tested.ts'
import { crash } from './crash.ts'
import { faults, scenarios } from './faults.ts'
import { rules } from './rules.ts'

export const threads: TestedPlatform = {
  rules,
  faults,
  scenarios,
  crash,
  creates: /\/threads_publish$/,
}
