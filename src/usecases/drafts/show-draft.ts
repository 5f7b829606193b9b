import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import type { Reader } from '../../store/engine/database.ts'
import { type JobRow, listJobs } from '../../store/jobs/jobs.ts'
import type { Approval, DraftRow, Submission } from '../../store/posts/drafts.ts'
import { isoTime, isoTimeOrNull } from '../../system/clock.ts'
import { nextSlotWord } from '../posts/resolve-schedule.ts'
import { showMedia } from '../posts/show-post.ts'
import { draftStatus } from '../wrong-state.ts'

type Draft = Output<Operations['getDraft']>['data']

/** A draft in a response, with its submission. */
export async function readDraft(db: Reader, draft: DraftRow): Promise<Draft> {
  const { submission } = draft
  if (!submission) return showDraft(draft)
  return { ...showDraft(draft), submission: showSubmission(submission, await listJobs(db, [submission.post.post_id])) }
}

/** The content of a draft. */
export const showDraft = (draft: DraftRow): Draft => ({
  id: draft.id,
  profile_id: draft.profile_id,
  revision: draft.revision,
  status: draftStatus(draft),
  message: draft.message,
  platforms: draft.platforms,
  media: draft.media.map(showMedia),
  comments_under_post: draft.comments,
  platform_options: draft.options,
  auto_reply_enabled: draft.auto_reply_enabled,
  labels: draft.labels,
  template: draft.template,
  created_at: isoTime(draft.created_at),
  created_by: draft.created_by,
  updated_at: isoTime(draft.updated_at),
  updated_by: draft.updated_by,
  approval: draft.approval && showApproval(draft.approval),
})

const showApproval = ({ by, at, schedule, decision }: Approval): Draft['approval'] => ({
  requested_by: by,
  requested_at: isoTime(at),
  scheduled_at: schedule.nextSlot ? nextSlotWord : isoTimeOrNull(schedule.at),
  scheduled_timezone: schedule.timezone,
  outcome: decision?.outcome ?? null,
  decided_by: decision?.by ?? null,
  decided_at: isoTimeOrNull(decision?.at ?? null),
  note: decision?.note ?? null,
})

/** The jobs that the submit created, with the URLs of the published ones. */
const showSubmission = ({ post, schedule }: Submission, current: readonly JobRow[]): Draft['submission'] => ({
  ...post,
  scheduled_at: post.scheduled_at ?? isoTimeOrNull(schedule.at),
  jobs: post.jobs.map((made) => {
    const job = current.find(({ id }) => id === made.jobId)
    // An older version stored no `job_id`.
    const shown = { ...made, job_id: made.jobId }
    return job ? { ...shown, platform_post_id: job.platform_post_id, platform_post_url: job.platform_post_url } : shown
  }),
})
