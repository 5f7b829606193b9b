import type { PostStatus } from '../../domain/post-status.ts'
import { day } from '../../domain/time.ts'
import type { BrowseFilters, Order } from '../../store/posts/browse.ts'
import type { Call } from '../context.ts'
import { platformNamed } from '../destinations.ts'
import { timeRange } from '../posts/time-range.ts'

/** The parameters that a page depends on. */
export type BrowseCall = Pick<
  Call<'browseAnalytics'>,
  'database' | 'clock' | 'sealer' | 'platforms' | 'caller' | 'query'
>

export const orders: Readonly<Record<BrowseCall['query']['sort'], Order>> = {
  newest: { by: 'created_at', descending: true },
  oldest: { by: 'created_at', descending: false },
  views: { by: 'views', descending: true },
  display_views: { by: 'display_views', descending: true },
  display_views_asc: { by: 'display_views', descending: false },
  likes: { by: 'likes', descending: true },
  likes_asc: { by: 'likes', descending: false },
  comments: { by: 'comments', descending: true },
  comments_asc: { by: 'comments', descending: false },
  engagement: { by: 'engagement', descending: true },
  engagement_rate: { by: 'engagement_rate', descending: true },
  engagement_rate_asc: { by: 'engagement_rate', descending: false },
  clicks: { by: 'clicks', descending: true },
  impressions: { by: 'impressions', descending: true },
}

/** The statuses that a filter value matches. */
const statusesOf = (status: NonNullable<BrowseCall['query']['status']>): readonly PostStatus[] =>
  status === 'processing' ? ['processing', 'queued'] : [status]

export function filtersOf({ platforms, clock, query }: BrowseCall, profileIds: readonly string[]): BrowseFilters {
  const { start_date, end_date, platform, status, media_type, search } = query
  return {
    profileIds,
    createdFrom: start_date === undefined ? undefined : Date.parse(start_date),
    createdBefore: end_date === undefined ? undefined : Date.parse(end_date) + day,
    ...timeRange(query, 'from', 'to'),
    platforms: platform === undefined ? undefined : [platformNamed(platforms, platform)?.name ?? platform],
    statuses: status && statusesOf(status),
    mediaType: media_type,
    search: search || undefined,
    now: clock.now(),
  }
}
