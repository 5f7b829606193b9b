import type { Span } from '../../data/analytics.ts'
import type { PostSort } from '../../data/best-posts.ts'
import { type MetricName, metricNames } from '../../data/metrics.ts'

/** The sorts of the API, what people ask for first. */
export const sorts = [
  'display_views',
  'display_views_asc',
  'likes',
  'likes_asc',
  'comments',
  'comments_asc',
  'engagement_rate',
  'engagement_rate_asc',
  'engagement',
  'clicks',
  'impressions',
  'views',
  'newest',
  'oldest',
] as const satisfies readonly PostSort[]

export const spans = [7, 28, 90] as const

/** The parameters in the address of the screen. Without a field: the last 28 days, views. */
export interface AnalyticsSearch {
  readonly days?: 7 | 90
  readonly from?: string
  readonly to?: string
  readonly metric?: MetricName
  readonly sort?: PostSort
}

const dayLength = 24 * 60 * 60_000
/** The API’s most. */
const mostDays = 366

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^20\d\d-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))

const daysOf = ({ from, to }: Span): number => (Date.parse(to) - Date.parse(from)) / dayLength + 1

/** The fault of days that somebody has chosen; null: none. */
export function faultOf({ from, to }: Span): 'missing' | 'order' | 'many' | null {
  if (!isDay(from) || !isDay(to)) return 'missing'
  if (to < from) return 'order'
  return daysOf({ from, to }) > mostDays ? 'many' : null
}

export function analyticsSearch({ days, from, to, metric, sort }: Record<string, unknown>): AnalyticsSearch {
  const span = isDay(from) && isDay(to) && faultOf({ from, to }) === null ? { from, to } : {}
  const knownMetric = metricNames.find((name) => name === metric)
  const knownSort = sorts.find((name) => name === sort)
  return {
    ...(days === 7 || days === 90 ? { days } : span),
    ...(knownMetric && { metric: knownMetric }),
    ...(knownSort && { sort: knownSort }),
  }
}

/** So many days, of which the last one is given. */
export const lastDays = (to: string, count: number): Span => ({
  from: new Date(Date.parse(to) - (count - 1) * dayLength).toISOString().slice(0, 10),
  to,
})
