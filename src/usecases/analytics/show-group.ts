import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { shownPostStatus } from '../../domain/post-status.ts'
import type { BrowsedGroup } from '../../store/posts/browsed-groups.ts'
import { isoTime, isoTimeOrNull } from '../../system/clock.ts'
import { showPlatformMetrics, showTotals } from './show-metrics.ts'

type ShownGroup = Output<Operations['browseAnalytics']>['data']['groups'][number]

/** A group in the list, with its metrics at the snapshot of the page. */
export const showGroup = ({ jobs, reads, ...group }: BrowsedGroup, now: number): ShownGroup => ({
  post_id: group.id,
  batch_id: group.batch_id,
  profile_id: group.profile_id,
  message: group.message,
  platforms: group.platforms,
  media_type: group.media_type,
  status: shownPostStatus(group.status, group.scheduled_at, now),
  created_at: isoTime(group.created_at),
  posted_at: isoTimeOrNull(group.posted_at),
  platform_metrics: jobs.map((job) => showPlatformMetrics(job, reads.get(job.id) ?? null)),
  ...showTotals(jobs, reads),
})
