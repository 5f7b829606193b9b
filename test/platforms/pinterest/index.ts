import type { TestedPlatform } from '../shared/tested.ts'
import { faults, scenarios } from './faults.ts'
import { rules } from './rules.ts'

export const pinterest: TestedPlatform = {
  rules,
  faults,
  scenarios,
  creates: /\/v5\/pins$/,
  resetOf: ({ at, answer_headers: headers }) => Date.parse(at) + Number(headers?.['x-ratelimit-reset']) * 1_000,
}
