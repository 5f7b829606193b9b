import type { TestedPlatform } from '../shared/tested.ts'
import { crash } from './crash.ts'
import { faults, scenarios } from './faults.ts'
import { rules } from './rules.ts'

export const instagram: TestedPlatform = {
  rules,
  faults,
  scenarios,
  crash,
  needs: { media: 'image' },
  creates: /\/media_publish$/,
}
