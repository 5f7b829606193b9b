import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { effectiveTime } from '../../domain/effective-time.ts'
import type { MetricRead } from '../../domain/engagement.ts'
import { hasEnded } from '../../domain/job-status.ts'
import { shownPostStatus } from '../../domain/post-status.ts'
import type { KnownDelivery } from '../../store/deliveries/deliveries.ts'
import type { JobRow } from '../../store/jobs/jobs.ts'
import type { PostMedia, PostRow } from '../../store/posts/posts.ts'
import { isoTime, isoTimeOrNull } from '../../system/clock.ts'
import { showTotalsSoFar } from '../analytics/show-metrics.ts'
import type { SmallUrls } from '../media/small-urls.ts'
import { showDelivery } from '../webhooks/show-delivery.ts'

export type Post = Output<Operations['getPost']>['data']
type Submission = Output<Operations['createPost']>

interface BesidePost {
  readonly jobs: readonly JobRow[]
  readonly callbacks: readonly KnownDelivery[]
  readonly reads: ReadonlyMap<number, MetricRead>
  readonly smallUrl: SmallUrls
}

/** A post in a response, without the jobs that an edit has removed. */
export const showPost = (post: PostRow, { jobs, callbacks, reads, smallUrl }: BesidePost, now: number): Post => ({
  id: post.id,
  batch_id: post.batch_id,
  profile_id: post.profile_id,
  message: post.message,
  platforms: post.platforms,
  media: post.media.map((item) => showMedia(item, smallUrl)),
  comments_under_post: post.comments,
  platform_options: post.options,
  auto_reply_enabled: post.auto_reply_enabled,
  labels: post.labels,
  webhook_url: post.webhook_url,
  status: shownPostStatus(post.status, post.scheduled_at, now),
  source: post.source,
  scheduled_at: isoTimeOrNull(post.scheduled_at),
  scheduled_timezone: post.scheduled_timezone,
  posted_at: isoTimeOrNull(post.posted_at),
  created_at: isoTime(post.created_at),
  created_by: post.created_by,
  updated_by: post.updated_by,
  effective_at: isoTime(effectiveTime(post)),
  revision: post.revision,
  editable: isEditable(jobs),
  jobs: jobs.map((job) => ({ ...showJobIds(job), status: job.status, environment: job.environment })),
  results: jobs.filter(({ status }) => hasEnded(status)).map(showResult),
  analytics: showTotalsSoFar(jobs, reads),
  callback_deliveries: callbacks.map(showDelivery),
  ...(post.deleted_at !== null && {
    deleted_at: isoTime(post.deleted_at),
    deleted_by: post.deleted_by,
    restored_as: post.restored_as,
  }),
})

export const showMedia = (
  { key, url, thumbnailUrl, altText }: PostMedia,
  smallUrl: SmallUrls,
): Post['media'][number] => ({
  url,
  thumbnail_url: thumbnailUrl,
  alt_text: altText,
  small_url: smallUrl(key),
})

/** Whether no job has started, and at least one still will. */
export const isEditable = (jobs: readonly JobRow[]): boolean => !hasStarted(jobs) && jobs.some(isWaiting)

export const hasStarted = (jobs: readonly JobRow[]): boolean =>
  jobs.some((job) => job.started_at !== null || isLost(job) || !(isWaiting(job) || job.status === 'cancelled'))

/** The database was restored, and the job may have been published without a record. */
export const isLost = ({ lost_since }: JobRow): boolean => lost_since !== null

export const isWaiting = ({ status }: JobRow): boolean => status === 'queued'

const showJobIds = (job: Pick<JobRow, 'id' | 'named' | 'platform_post_id' | 'platform_post_url'>) => ({
  platform: job.named,
  jobId: job.id,
  job_id: job.id,
  platform_post_id: job.platform_post_id,
  platform_post_url: job.platform_post_url,
})

const showResult = (job: JobRow): Post['results'][number] => ({
  platform: job.named,
  success: job.status === 'completed',
  platform_post_id: job.platform_post_id,
  error_message: job.status === 'cancelled' ? 'Cancelled before it was published.' : job.failed_reason,
  created_at: isoTime(job.finished_at ?? job.updated_at),
})

/** The response for an accepted post. */
export const showSubmission = (
  post: Pick<PostRow, 'id' | 'batch_id' | 'profile_id' | 'scheduled_at'>,
  jobs: readonly Pick<JobRow, 'id' | 'named'>[],
  warnings: Submission['warnings'],
): Submission => ({
  status: 'queued',
  post_id: post.id,
  batch_id: post.batch_id,
  profile_id: post.profile_id,
  scheduled_at: isoTimeOrNull(post.scheduled_at),
  jobs: jobs.map((job) => showJobIds({ ...job, platform_post_id: null, platform_post_url: null })),
  warnings,
})
