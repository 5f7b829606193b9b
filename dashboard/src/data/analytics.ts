import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { polypost } from './client.ts'

/** Days, both included. */
export interface Span {
  readonly from: string
  readonly to: string
}

const staleTime = 60_000

/** The sums of a profile, or of all of them. */
export const summaryQuery = (profile: string, { from, to }: Span, timezone: string) =>
  queryOptions({
    queryKey: ['analytics', 'summary', profile, { from, to, timezone }],
    queryFn: () => polypost.analytics.summarize({ profile_id: profile, from, to, timezone }),
    placeholderData: keepPreviousData,
    staleTime,
  })

/** The service keeps one count for each day, and shows at most 90 of them. */
export const audienceQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['analytics', 'audience', profileId],
    queryFn: () => polypost.analytics.getAudience({ profile_id: profileId, days: 90 }),
    staleTime,
  })

/** The numbers of a post, with all that were read before. */
export const postAnalyticsQuery = (id: number) =>
  queryOptions({
    queryKey: ['post', id, 'analytics'],
    queryFn: async () => {
      const read = await polypost.analytics.get({ post_id: id })
      // Without a post the answer is about a profile.
      if (!('totals' in read)) throw new Error('The numbers of the post are missing.')
      return read
    },
    staleTime,
  })
