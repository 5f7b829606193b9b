import { findProfile } from '../../store/accounts/profiles.ts'
import { latestReads, listReads } from '../../store/analytics/metric-reads.ts'
import type { Reader } from '../../store/engine/database.ts'
import type { JobRow } from '../../store/jobs/jobs.ts'
import type { PostRow } from '../../store/posts/posts.ts'
import { type PostAnalytics, showPastMetrics, showPlatformMetrics, showTotals } from './show-metrics.ts'

/** Number of reads in the history of each platform. */
const longestHistory = 500

/** A post's metrics and their history. */
export async function readAnalytics(db: Reader, post: PostRow, jobs: readonly JobRow[]): Promise<PostAnalytics> {
  const [profile, reads, histories] = await Promise.all([
    findProfile(db, post.user_id, post.profile_id),
    latestReads(db, [post.id]),
    Promise.all(jobs.map(({ id }) => listReads(db, id, longestHistory))),
  ])
  return {
    post_id: post.id,
    batch_id: post.batch_id,
    profile_id: profile?.id ?? null,
    totals: showTotals(jobs, reads),
    platform_metrics: jobs.map((job, index) => ({
      ...showPlatformMetrics(job, reads.get(job.id) ?? null),
      history: (histories[index] ?? []).map(showPastMetrics),
    })),
  }
}
