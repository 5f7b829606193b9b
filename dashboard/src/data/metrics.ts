import type { AnalyticsSums } from '@polypost/sdk'

/** The numbers of posts, in the order in which people ask for them. `display_views`: views, else impressions. */
export const metricNames = [
  'display_views',
  'likes',
  'comments',
  'shares',
  'saves',
  'clicks',
  'engagement',
  'engagement_rate',
  'views',
  'impressions',
  'reach',
] as const satisfies readonly (keyof AnalyticsSums['told'])[]

export type MetricName = (typeof metricNames)[number]

/** The columns of a table by platforms. */
export const usualMetrics: readonly MetricName[] = [
  'display_views',
  'likes',
  'comments',
  'shares',
  'saves',
  'clicks',
  'engagement_rate',
]

/** Those that leave first where there is little room. */
export const leastMetrics: readonly MetricName[] = ['saves', 'clicks']
