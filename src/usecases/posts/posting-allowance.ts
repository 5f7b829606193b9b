import type { Finding } from '../../domain/content.ts'
import { monthOf } from '../../domain/month.ts'
import type { Reader } from '../../store/engine/database.ts'
import { countAllowanceJobs, type JobRow } from '../../store/jobs/jobs.ts'
import { isoTime } from '../../system/clock.ts'
import type { Caller, Services } from '../context.ts'
import type { Batch } from './batch.ts'
import { isWaiting } from './show-post.ts'

/** The part of a month’s allowance that a post needs: this many jobs at this time, instead of the current ones. */
interface AllowanceNeed {
  readonly dueAt: number
  readonly jobs: number
  readonly currentJobs?: readonly JobRow[]
  /** Jobs that will be stored before. */
  readonly before?: Batch['times']
}

/** A finding if the allowance of the month is too small. Inside a transaction the result is certain. */
export async function allowanceFinding(
  db: Reader,
  { caller, limits }: Pick<Services, 'limits'> & { readonly caller: Caller },
  { dueAt, jobs, currentJobs = [], before: earlier = [] }: AllowanceNeed,
): Promise<Finding | null> {
  const limit = limits.postingAllowances?.[caller.plan] || null
  if (limit === null) return null
  const { from, before } = monthOf(dueAt)
  const counted = currentJobs.filter((job) => isWaiting(job) && job.scheduled_for >= from && job.scheduled_for < before)
  const more = jobs - counted.length
  if (more <= 0) return null
  const promised = earlier.filter(({ at }) => at >= from && at < before).reduce((sum, post) => sum + post.jobs, 0)
  const used = promised + (await countAllowanceJobs(db, caller.userId, from, before))
  if (used + more <= limit) return null
  const resetsAt = isoTime(before)
  return {
    code: 'posting_allowance_used_up',
    message: `The plan allows ${limit} published jobs in that month; ${used} are used, and this post needs ${more} more. The next month starts at ${resetsAt}.`,
    limit,
    actual: used + more,
    resets_at: resetsAt,
  }
}
