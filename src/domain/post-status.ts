import { hasEnded, type JobStatus } from './job-status.ts'

/** The stored statuses of a group. A `queued` group with a later time is shown as `scheduled`. */
export const storedPostStatuses = ['queued', 'processing', 'successful', 'partial', 'failed', 'cancelled'] as const

export type StoredPostStatus = (typeof storedPostStatuses)[number]
export type PostStatus = StoredPostStatus | 'scheduled'

export interface JobState {
  readonly status: JobStatus
  /** Null if no worker has started the job, or if it was reset to start again. */
  readonly startedAt: number | null
}

/** The status of a group follows only from its jobs. Cancelled jobs do not count, unless all are cancelled. */
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
