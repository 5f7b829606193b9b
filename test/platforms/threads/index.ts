import type { TestedPlatform } from '../shared/tested.ts'
import { crash } from './crash.ts'
import { duplicates } from './duplicates.ts'
import { faults, scenarios } from './faults.ts'
import { rules } from './rules.ts'
import { signIn } from './sign-in.ts'

export const threads: TestedPlatform = {
  rules,
  faults,
  scenarios,
  crash,
  signIn,
  duplicates,
  creates: /\/threads_publish$/,
}
