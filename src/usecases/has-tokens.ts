import { monthName } from '../domain/month.ts'
import type { Reader } from '../store/engine/database.ts'
import { countModelTokens } from '../store/usage.ts'
import type { Caller, Services } from './context.ts'

/** Whether the plan includes more tokens of the language model for this month than the user has used. */
export async function hasTokens(
  db: Reader,
  { limits, clock }: Pick<Services, 'limits' | 'clock'>,
  { userId, plan }: Caller,
): Promise<boolean> {
  const limit = limits.modelTokens?.[plan]
  if (!limit) return true
  const { input, output } = await countModelTokens(db, userId, monthName(clock.now()))
  return input + output < limit
}
