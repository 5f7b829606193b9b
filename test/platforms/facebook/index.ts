import { z } from 'zod'
import type { TestedPlatform } from '../shared/tested.ts'
import { crash } from './crash.ts'
import { duplicates } from './duplicates.ts'
import { faults, scenarios } from './faults.ts'
import { rules } from './rules.ts'
import { signIn } from './sign-in.ts'

const usage = z.record(z.string(), z.array(z.object({ estimated_time_to_regain_access: z.number() })))

export const facebook: TestedPlatform = {
  rules,
  faults,
  scenarios,
  crash,
  signIn,
  duplicates,
  creates: /\/:id\/feed$/,
  resetOf: ({ at, answer_headers: headers }) => {
    const all = Object.values(usage.parse(JSON.parse(headers?.['x-business-use-case-usage'] ?? '{}'))).flat()
    const minutes = all.map((one) => one.estimated_time_to_regain_access)
    return Date.parse(at) + Math.max(...minutes) * 60_000
  },
}
