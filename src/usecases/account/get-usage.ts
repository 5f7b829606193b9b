import { monthName, monthOf } from '../../domain/month.ts'
import { plans } from '../../domain/plans.ts'
import { listWebhooks } from '../../store/deliveries/webhooks.ts'
import { countAllowanceJobs } from '../../store/jobs/jobs.ts'
import { listKeys } from '../../store/people/keys.ts'
import { countStoredBytes } from '../../store/posts/media.ts'
import { countModelTokens } from '../../store/usage.ts'
import { isoTime } from '../../system/clock.ts'
import { showKey } from '../admin/show-admin.ts'
import type { UseCase } from '../context.ts'

export const getUsage: UseCase<'getUsage'> = async ({ database, clock, caller, limits, atOnce, keepDays }) => {
  const { from: monthStart, before: nextMonth } = monthOf(clock.now())
  const [used, tokens, keys, storedBytes, webhooks] = await Promise.all([
    countAllowanceJobs(database.read, caller.userId, monthStart, nextMonth),
    countModelTokens(database.read, caller.userId, monthName(monthStart)),
    listKeys(database.read, caller.userId),
    countStoredBytes(database.read, caller.userId),
    listWebhooks(database.read, caller.userId),
  ])
  const plan = plans[caller.plan]
  return {
    status: 'ok',
    data: {
      plan: { id: caller.plan, name: plan.name, tier: plan.tier },
      limits: {
        requests_per_minute: limits.requests[caller.plan],
        max_accounts_per_platform: plan.accountsPerPlatform,
        stored_bytes: limits.storedBytes[caller.plan] || null,
        fetches_at_once: limits.fetchesAtOnce[caller.plan],
        uploads_at_once: limits.uploadsAtOnce[caller.plan],
        webhooks: limits.webhooks[caller.plan],
        event_streams: limits.eventStreams[caller.plan],
      },
      used: {
        stored_bytes: storedBytes,
        fetches_at_once: atOnce.fetches.of(caller.userId),
        uploads_at_once: atOnce.uploads.of(caller.userId),
        webhooks: webhooks.length,
        event_streams: atOnce.eventStreams.of(caller.userId),
      },
      posting_allowance: {
        limit: limits.postingAllowances?.[caller.plan] || null,
        used,
        resets_at: isoTime(nextMonth),
      },
      model_tokens: { limit: limits.modelTokens?.[caller.plan] || null, ...tokens, since: isoTime(monthStart) },
      kept_days: { ...keepDays, posts: keepDays.posts || null },
      keys: keys.map(showKey),
    },
  }
}
