import type { TestedPlatform } from '../shared/tested.ts'
import { crash } from './crash.ts'
import { duplicates } from './duplicates.ts'
import { faults, scenarios } from './faults.ts'
import { forAll, rules } from './rules.ts'
import { signIn } from './sign-in.ts'

export const tiktok: TestedPlatform = {
  rules,
  faults,
  scenarios,
  crash,
  needs: { media: 'video', options: forAll },
  signIn,
  duplicates,
  creates: /\/video\/$/,
}
