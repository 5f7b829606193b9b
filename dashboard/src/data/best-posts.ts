import type { AnalyticsGroup, BrowseAnalyticsQuery, BrowseAnalyticsResult } from '@polypost/sdk'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { Span } from './analytics.ts'
import { polypost } from './client.ts'
import type { MetricName } from './metrics.ts'

export type PostSort = NonNullable<BrowseAnalyticsQuery['sort']>

/** The value that a sort compares. */
export const metricOfSort = (sort: PostSort): MetricName | 'created_at' => {
  if (sort === 'newest' || sort === 'oldest') return 'created_at'
  // Every other sort is the name of a metric, with or without its direction.
  return sort.replace('_asc', '') as MetricName
}

export const isAscending = (sort: PostSort): boolean => sort === 'oldest' || sort.endsWith('_asc')

export interface Ranking {
  /** As requests name them. */
  readonly profiles: string
  readonly span: Span
  readonly timezone: string
  readonly sort: PostSort
}

const browse = ({ profiles, span, timezone, sort }: Ranking, limit: number, cursor: string | null) =>
  polypost.analytics.browse({
    ...{ profile_id: profiles, from: span.from, to: span.to, timezone, sort, limit },
    ...(cursor !== null && { cursor }),
  })

const shownAtOnce = 10

/** A list that grows by “Show more”. */
export const bestPostsQuery = (ranking: Ranking) =>
  infiniteQueryOptions({
    queryKey: ['analytics', 'posts', ranking],
    queryFn: async ({ pageParam }) => browse(ranking, shownAtOnce, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

/** All posts of the ranking, in its order. */
export async function* allBestPosts(ranking: Ranking): AsyncGenerator<readonly AnalyticsGroup[]> {
  let cursor: string | null = null
  do {
    const page: BrowseAnalyticsResult = await browse(ranking, 100, cursor)
    yield page.groups
    cursor = page.next_cursor
  } while (cursor !== null)
}
