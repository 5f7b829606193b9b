import { notFound } from '../../contract/errors.ts'
import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { type MetricRead, totalsOf } from '../../domain/engagement.ts'
import { day } from '../../domain/time.ts'
import { readsOfProfile } from '../../store/analytics/metric-reads.ts'
import { listJobs } from '../../store/jobs/jobs.ts'
import { isoTime, isoTimeOrNull } from '../../system/clock.ts'
import type { Call, UseCase } from '../context.ts'
import { ownPost } from '../posts/own-post.ts'
import { ownProfile } from '../profiles/own-profile.ts'
import { readAnalytics } from './read-analytics.ts'

export const getAnalytics: UseCase<'getAnalytics'> = async (call) => {
  const { database, caller, query } = call
  if (query.post_id === undefined) return { status: 'ok', data: await snapshot(call) }
  const post = await ownPost(database.read, caller, query.post_id)
  if (query.profile_id !== undefined && query.profile_id !== post.profile_id) throw notFound('post')
  return { status: 'ok', data: await readAnalytics(database.read, post, await listJobs(database.read, [post.id])) }
}

type Snapshot = Extract<Output<Operations['getAnalytics']>['data'], { days: number }>

async function snapshot({ database, caller, clock, query }: Call<'getAnalytics'>): Promise<Snapshot> {
  const { days = 30 } = query
  const profile = await ownProfile(database.read, caller, query.profile_id)
  const since = clock.now() - days * day
  const published = await readsOfProfile(database.readLong, profile.id, since)
  const platforms = Map.groupBy(published, ({ platform }) => platform)
  return {
    profile_id: profile.id,
    days,
    since: isoTime(since),
    platforms: [...platforms].map(([platform, posts]) =>
      sumUp(
        platform,
        posts.map(({ read }) => read),
      ),
    ),
  }
}

function sumUp(platform: string, reads: readonly (MetricRead | null)[]): Snapshot['platforms'][number] {
  const { views, impressions, reach, likes, comments, shares, saves, clicks, engagement, ...totals } = totalsOf(reads)
  return {
    platform,
    posts: reads.length,
    measured_posts: reads.filter((read) => read !== null).length,
    ...{ views, impressions, reach, likes, comments, shares, saves, clicks, engagement },
    display_views: totals.display_views,
    engagement_rate: totals.engagement_rate,
    captured_at: isoTimeOrNull(totals.captured_at),
  }
}
