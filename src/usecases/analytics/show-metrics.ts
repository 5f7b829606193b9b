import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { displayViews, type MetricRead, rateOf, type Totals, totalsOf } from '../../domain/engagement.ts'
import { type Metrics, noMetrics } from '../../domain/metrics.ts'
import type { JobRow } from '../../store/jobs/jobs.ts'
import { isoTime, isoTimeOrNull } from '../../system/clock.ts'

export type PostAnalytics = Extract<Output<Operations['getAnalytics']>['data'], { post_id: number }>
type PlatformMetrics = Omit<PostAnalytics['platform_metrics'][number], 'history'>
type PastMetrics = PostAnalytics['platform_metrics'][number]['history'][number]
type ShownTotals = PostAnalytics['totals']
type Reads = ReadonlyMap<number, MetricRead>
type ShownJob = Pick<JobRow, 'id' | 'named' | 'platform_post_id' | 'platform_post_url'>

/** The metrics of one job's post. A job without a post, or without metrics, has a row too. */
export function showPlatformMetrics(job: ShownJob, read: MetricRead | null): PlatformMetrics {
  const metrics = metricsIn(read ?? noMetrics)
  return {
    platform: job.named,
    job_id: job.id,
    platform_post_id: job.platform_post_id,
    platform_post_url: job.platform_post_url,
    ...metrics,
    display_views: displayViews(metrics),
    ...rateOf(metrics),
    metric_window: read?.metric_window ?? null,
    captured_at: isoTimeOrNull(read?.captured_at ?? null),
  }
}

export const showPastMetrics = (read: MetricRead): PastMetrics => ({
  ...metricsIn(read),
  display_views: displayViews(read),
  engagement_rate: rateOf(read).engagement_rate,
  captured_at: isoTime(read.captured_at),
})

const metricsIn = ({ views, impressions, reach, likes, comments, shares, saves, clicks, engagement }: Metrics) => ({
  ...{ views, impressions, reach, likes, comments, shares, saves, clicks, engagement },
})

/** The totals of a group, without the jobs that an edit has removed. */
export const showTotals = (jobs: readonly Pick<JobRow, 'id'>[], reads: Reads): ShownTotals => {
  const totals: Totals = totalsOf(jobs.map(({ id }) => reads.get(id) ?? null))
  return { ...totals, captured_at: isoTimeOrNull(totals.captured_at) }
}

/** The same, once there is something to total. */
export function showTotalsSoFar(jobs: readonly Pick<JobRow, 'id'>[], reads: Reads) {
  const { captured_at, metric_window, ...totals } = showTotals(jobs, reads)
  return captured_at === null || metric_window === null ? null : { ...totals, captured_at, metric_window }
}
