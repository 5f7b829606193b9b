import { plans } from '../domain/plans.ts'
import { countAllowanceJobs } from '../store/jobs.ts'
import { listKeys } from '../store/keys.ts'
import { countModelTokens } from '../store/usage.ts'
import { isoTime } from '../system/clock.ts'
import type { UseCase } from './context.ts'
import { showKey } from './show-admin.ts'

export const getUsage: UseCase<'getUsage'> = async ({ database, clock, caller, limits }) => {
  const now = new Date(clock.now())
  const monthStart = Date.UTC(now.getUTCFullYear(), now.getUTCMonth())
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
  const month = isoTime(monthStart).slice(0, 7)
  const [used, tokens, keys] = await Promise.all([
    countAllowanceJobs(database.read, caller.userId, monthStart, nextMonth),
    countModelTokens(database.read, caller.userId, month),
    listKeys(database.read, caller.userId),
  ])
  const plan = plans[caller.plan]
  return {
    status: 'ok',
    data: {
      plan: { id: caller.plan, name: plan.name, tier: plan.tier },
      limits: {
        requests_per_minute: limits.requests[caller.plan],
        max_accounts_per_platform: plan.accountsPerPlatform,
      },
      posting_allowance: {
        limit: limits.postingAllowances?.[caller.plan] || null,
        used,
        resets_at: isoTime(nextMonth),
      },
      model_tokens: { ...tokens, since: isoTime(monthStart) },
      keys: keys.map(showKey),
    },
  }
}
