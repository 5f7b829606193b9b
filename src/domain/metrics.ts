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

/** Null if the platform does not provide the number. Zero means that the platform has reported zero. */
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

/** The period of the numbers: since publication, or the platform's own rolling window. */
export type MetricWindow = (typeof metricWindows)[number]
