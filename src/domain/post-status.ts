import { hasEnded, type JobStatus } from './job-status.ts'

/** What is stored of a group. A `queued` one whose time has not come is shown as `scheduled`. */
export const storedPostStatuses = ['queued', 'processing', 'successful', 'partial', 'failed', 'cancelled'] as const

export type StoredPostStatus = (typeof storedPostStatuses)[number]
export type PostStatus = StoredPostStatus | 'scheduled'

export interface JobState {
  readonly status: JobStatus
  /** Null where no worker has begun it, or where it was put back to be begun anew. */
  readonly startedAt: number | null
}

/** The status of a group follows from its jobs alone. Cancelled ones do not count, unless all are. */
export function postStatusOf(jobs: readonly JobState[]): StoredPostStatus {
  const counted = jobs.filter(({ status }) => status !== 'cancelled')
  if (counted.length === 0) return 'cancelled'
  if (!counted.every(({ status }) => hasEnded(status)))
    return counted.some(({ startedAt }) => startedAt !== null) ? 'processing' : 'queued'
  const completed = counted.filter(({ status }) => status === 'completed').length
  return completed === counted.length ? 'successful' : completed > 0 ? 'partial' : 'failed'
}

export const shownPostStatus = (status: StoredPostStatus, scheduledAt: number | null, now: number): PostStatus =>
  status === 'queued' && scheduledAt !== null && scheduledAt > now ? 'scheduled' : status
