import type { TestedPlatform } from '../shared/tested.ts'
import { crash } from './crash.ts'
import { faults, scenarios } from './faults.ts'
import { rules } from './rules.ts'

export const youtube: TestedPlatform = {
  rules,
  faults,
  scenarios,
  crash,
  needs: { media: 'video' },
  creates: /\/upload\/youtube\/v3\/videos$/,
}
