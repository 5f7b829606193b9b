import type { Warning } from '../../contract/common.ts'
import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import type { Json } from '../../domain/outcome.ts'
import { shownAction } from '../../domain/post-events.ts'
import { type JobRow, waitsForUpdate } from '../../store/jobs/jobs.ts'
import type { PostRow } from '../../store/posts/posts.ts'
import { isoTime, isoTimeOrNull } from '../../system/clock.ts'

type JobRead = Output<Operations['getJob']>

/** A job in a response, in the current form and in the older one. */
export function showJob(job: JobRow, post: PostRow): JobRead {
  const id = String(job.id)
  const result = showResult(job.result)
  const times = {
    created_at: isoTime(job.created_at),
    started_at: isoTimeOrNull(job.started_at),
    finished_at: isoTimeOrNull(job.finished_at),
  }
  return {
    status: 'ok',
    data: {
      job: {
        id,
        platform: job.named,
        status: job.status,
        attemptsMade: job.attempts,
        failedReason: job.failed_reason,
        platform_post_id: job.platform_post_id,
        platform_post_url: job.platform_post_url,
        result,
        error: job.error,
        action_required: job.action && shownAction(job.action),
        ...times,
        updated_at: isoTime(job.updated_at),
      },
      warnings: [...jobWarnings(job), ...updateWarnings(job), ...postWarnings(job, post)],
    },
    job: { id, status: job.status, payload: showPayload(job), result, error: job.error, ...times },
  }
}

const noTimes = { retry_at: null, expires_at: null }

const jobWarnings = ({ named, warnings }: JobRow): Warning[] =>
  warnings.map(({ at, ...warning }) => ({
    scope: 'job',
    platform: named,
    ...warning,
    details: warning.details && { ...warning.details },
    ...noTimes,
    updated_at: isoTime(at),
  }))

/** The job waits, whatever its status is. Only as long as this is so; it is not stored. */
const updateWarnings = (job: JobRow): Warning[] =>
  waitsForUpdate(job)
    ? [
        {
          scope: 'job',
          platform: job.named,
          code: 'update_needed',
          severity: 'warning',
          message:
            'This version of Polypost cannot read this job: a newer version has written it, or its data is damaged. Nothing was lost, and nothing of it is sent. It continues when a worker of the newer version runs.',
          details: null,
          ...noTimes,
          updated_at: isoTime(job.updated_at),
        },
      ]
    : []

/** The warnings about the whole post from when it was accepted. */
const postWarnings = ({ dropped }: JobRow, { warnings, updated_at }: PostRow): Warning[] =>
  dropped
    ? []
    : warnings.map((warning) => ({
        scope: 'post',
        ...warning,
        details: null,
        ...noTimes,
        updated_at: isoTime(updated_at),
      }))

/** The interface promises an object, but a platform may respond with anything. */
const showResult = (result: Json): Record<string, unknown> | null =>
  result === null ? null : typeof result === 'object' && !Array.isArray(result) ? { ...result } : { value: result }

const showPayload = ({ named, content, scheduled_for }: JobRow): Record<string, unknown> => ({
  platform: named,
  post_type: content.postType,
  message: content.text,
  media: content.media.map(({ url, altText, thumbnail }) => ({
    url,
    thumbnail_url: thumbnail?.url ?? null,
    alt_text: altText,
  })),
  comments_under_post: content.comments,
  platform_options: content.options,
  scheduled_at: isoTime(scheduled_for),
})
