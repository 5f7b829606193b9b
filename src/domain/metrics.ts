export const metricNames = [
  'views',
  'impressions',
  'reach',
  'likes',
  'comments',
  'shares',
  'saves',
  'clicks',
  'engagement',
] as const

/** Null where the platform does not supply it; a zero is one that the platform has reported. */
export type Metrics = Readonly<Record<(typeof metricNames)[number], number | null>>

export const noMetrics: Metrics = {
  views: null,
  impressions: null,
  reach: null,
  likes: null,
  comments: null,
  shares: null,
  saves: null,
  clicks: null,
  engagement: null,
}

export const metricWindows = ['lifetime', 'rolling_30_days', 'rolling_90_days'] as const

/** What the numbers cover: everything since publication, or the platform's own rolling window. */
export type MetricWindow = (typeof metricWindows)[number]
