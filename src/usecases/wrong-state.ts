import { type ErrorCode, PublicError } from '../contract/errors.ts'
import { shownPostStatus } from '../domain/post-status.ts'
import type { JobRow } from '../store/jobs/jobs.ts'
import type { DraftRow, DraftStatus } from '../store/posts/drafts.ts'
import type { PostRow } from '../store/posts/posts.ts'

/** The status of the job does not allow the request. The error contains the status. */
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

/** The same for a post, with its current revision. */
export const postConflict = (code: ErrorCode, post: PostRow, now: number, message: string): PublicError =>
  revised(
    code,
    'post',
    { status: shownPostStatus(post.status, post.scheduled_at, now), revision: post.revision },
    message,
  )

/** The same for a draft. */
export const draftConflict = (code: ErrorCode, draft: DraftRow, message: string): PublicError =>
  revised(code, 'draft', { status: draftStatus(draft), revision: draft.revision }, message)

export const draftStatus = ({ submission, awaiting }: DraftRow): DraftStatus =>
  submission ? 'submitted' : awaiting ? 'awaiting_approval' : 'draft'

const revised = (code: ErrorCode, what: string, now: { status: string; revision: number }, message: string) =>
  new PublicError(code, message, {
    details: [{ code, message: `The ${what} is ${now.status}. Its revision is ${now.revision}.`, ...now }],
  })
