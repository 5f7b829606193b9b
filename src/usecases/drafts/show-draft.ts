import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import type { MediaHost } from '../../media/host.ts'
import type { Reader } from '../../store/engine/database.ts'
import { type JobRow, listJobs } from '../../store/jobs/jobs.ts'
import type { Approval, DraftRow, Submission } from '../../store/posts/drafts.ts'
import { isoTime, isoTimeOrNull } from '../../system/clock.ts'
import { readSmallUrls, type SmallUrls } from '../media/small-urls.ts'
import { nextSlotWord } from '../posts/resolve-schedule.ts'
import { showMedia } from '../posts/show-post.ts'
import { draftStatus } from '../wrong-state.ts'

type Draft = Output<Operations['getDraft']>['data']

/** A draft in a response, with its submission. */
export async function readDraft(db: Reader, media: Pick<MediaHost, 'publicUrl'>, draft: DraftRow): Promise<Draft> {
  const [shown] = await readDrafts(db, media, [draft])
  if (!shown) throw new Error('One draft is read as one.')
  const { submission } = draft
  if (!submission) return shown
  return { ...shown, submission: showSubmission(submission, await listJobs(db, [submission.post.post_id])) }
}

/** The content of drafts. */
export async function readDrafts(
  db: Reader,
  media: Pick<MediaHost, 'publicUrl'>,
  drafts: readonly DraftRow[],
): Promise<Draft[]> {
  const named = drafts.flatMap((draft) => draft.media.map(({ key }) => key))
  const smallUrl = await readSmallUrls(db, media, named)
  return drafts.map((draft) => showDraft(draft, smallUrl))
}

const showDraft = (draft: DraftRow, smallUrl: SmallUrls): Draft => ({
  id: draft.id,
  profile_id: draft.profile_id,
  revision: draft.revision,
  status: draftStatus(draft),
  message: draft.message,
  platforms: draft.platforms,
  media: draft.media.map((item) => showMedia(item, smallUrl)),
  comments_under_post: draft.comments,
  platform_options: draft.options,
  auto_reply_enabled: draft.auto_reply_enabled,
  labels: draft.labels,
  template: draft.template,
  planned_at: isoTimeOrNull(draft.planned_at),
  planned_timezone: draft.planned_timezone,
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
