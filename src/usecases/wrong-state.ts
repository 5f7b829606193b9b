import { type ErrorCode, PublicError } from '../contract/errors.ts'
import { shownPostStatus } from '../domain/post-status.ts'
import type { JobRow } from '../store/jobs.ts'
import type { PostRow } from '../store/posts.ts'

/** What a job is in does not allow what was asked; the answer says what it is in. */
export const jobConflict = (code: ErrorCode, job: JobRow, message: string): PublicError =>
  new PublicError(code, message, {
    details: [
      {
        code,
        message: `The job is ${job.status}.`,
        status: job.status,
        ...(job.action && { action_required: job.action.code }),
      },
    ],
  })

/** The same of a post, with the revision that it has now. */
export function postConflict(code: ErrorCode, post: PostRow, now: number, message: string): PublicError {
  const status = shownPostStatus(post.status, post.scheduled_at, now)
  return new PublicError(code, message, {
    details: [
      { code, message: `The post is ${status}, in revision ${post.revision}.`, status, revision: post.revision },
    ],
  })
}
