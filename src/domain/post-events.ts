import type { Actor } from './actor.ts'
import type { JobStatus } from './job-status.ts'
import type { ActionRequired } from './outcome.ts'
import type { StoredPostStatus } from './post-status.ts'

/** The parts of a post that its events contain. */
export interface EventPost {
  readonly id: number
  readonly batchId: string
  readonly profileId: string
  readonly scheduledAt: number | null
  readonly jobs: readonly EventJob[]
}

export interface EventJob {
  readonly id: number
  /** The name that the caller used. */
  readonly platform: string
  readonly status: JobStatus
  readonly platformPostId: string | null
  readonly platformPostUrl: string | null
  readonly error: string | null
  readonly action: ActionRequired | null
}

export interface NewEvent {
  readonly name: string
  readonly data: Readonly<Record<string, unknown>>
}

const time = (milliseconds: number): string => new Date(milliseconds).toISOString()

function subject({ id, batchId, profileId, scheduledAt, jobs }: EventPost) {
  const active = jobs.filter(({ status }) => status !== 'cancelled')
  const [first, ...others] = [...new Set((active.length > 0 ? active : jobs).map(({ platform }) => platform))]
  return {
    post_id: id,
    batch_id: batchId,
    profile_id: profileId,
    platform: others.length > 0 || first === undefined ? 'multiple' : first,
    scheduled_at: scheduledAt === null ? null : time(scheduledAt),
  }
}

const shownJobs = ({ jobs }: EventPost) =>
  jobs.map(({ id, platform, status, platformPostId, platformPostUrl, error }) => ({
    platform,
    jobId: id,
    status,
    platform_post_id: platformPostId,
    platform_post_url: platformPostUrl,
    error,
  }))

export const scheduledEvent = (post: EventPost): NewEvent => ({
  name: 'post.scheduled',
  data: { ...subject(post), status: 'queued', jobs: shownJobs(post) },
})

const endings: Partial<Record<StoredPostStatus, { readonly name: string; readonly status: string }>> = {
  successful: { name: 'post.published', status: 'completed' },
  partial: { name: 'post.partial', status: 'partial' },
  failed: { name: 'post.failed', status: 'failed' },
}

/** The event for a group that has ended; null for other statuses. Of a cancelled group, whoever cancels it writes one. */
export function endedEvent(post: EventPost, status: StoredPostStatus): NewEvent | null {
  const ending = endings[status]
  return ending ? { name: ending.name, data: { ...subject(post), status: ending.status, jobs: shownJobs(post) } } : null
}

/** All jobs of a group were cancelled, or the post was deleted. */
export const cancelledEvent = (post: EventPost, by: Actor, deleted: boolean): NewEvent => ({
  name: 'post.cancelled',
  data: { ...subject(post), status: 'cancelled', jobs: shownJobs(post), deleted, cancelled_by: by },
})

export const jobFailedEvent = (post: EventPost, job: EventJob): NewEvent => ({
  name: 'post.job_failed',
  data: { ...subject(post), platform: job.platform, status: 'failed', job_id: job.id, error: job.error },
})

/** Sent once per job and cause. */
export type DelayCause = 'late' | 'retrying' | 'action_required'

const statusOfCause = { late: 'queued', retrying: 'retrying', action_required: 'action_required' } as const

export const delayedEvent = (post: EventPost, job: EventJob, cause: DelayCause): NewEvent => ({
  name: 'post.delayed',
  data: {
    ...subject(post),
    platform: job.platform,
    status: statusOfCause[cause],
    job_id: job.id,
    ...(cause === 'action_required' && job.action ? { action_required: shownAction(job.action) } : {}),
  },
})

/** A reply to a comment on the post of a job was posted. */
export const autoRepliedEvent = (
  post: EventPost,
  job: Pick<EventJob, 'platform'>,
  reply: { readonly commentId: string; readonly replyId: string; readonly message: string },
): NewEvent => ({
  name: 'auto_reply.posted',
  data: {
    ...subject(post),
    platform: job.platform,
    status: 'completed',
    comment_id: reply.commentId,
    reply_id: reply.replyId,
    message: reply.message,
  },
})

/** The same as in responses of the API. */
export const shownAction = (action: ActionRequired) =>
  action.code === 'finish_in_app'
    ? { code: action.code, message: action.message, resolve_by: time(action.resolveBy) }
    : { code: action.code, message: action.message, look_at: [...action.lookAt] }
