import type { PostAnalytics } from '@polypost/sdk'
import type { MetricName } from '../../data/metrics.ts'

export interface Reading {
  /** In milliseconds since 1970. */
  readonly at: number
  readonly value: number | null
}

type HistoryItem = PostAnalytics['platform_metrics'][number]['history'][number]

/**
 * A number of a post at each time at which a platform was read: the latest known ones of all platforms together. Platforms
 * that are read at the same moment are one reading.
 */
export function growthOf({ platform_metrics }: PostAnalytics, metric: MetricName): readonly Reading[] {
  const histories = platform_metrics.map(({ history }) => history)
  const minutes = histories.flatMap((history) => history.map(({ captured_at }) => minuteOf(captured_at)))
  const times = [...new Set(minutes)].sort((one, other) => one - other)
  return times.map((at) => ({
    at,
    value: together(
      histories.flatMap((history) => latest(history, at) ?? []),
      metric,
    ),
  }))
}

const minute = 60_000

const minuteOf = (time: string): number => Math.floor(Date.parse(time) / minute) * minute

/** The last one until the end of a minute. */
const latest = (history: readonly HistoryItem[], at: number): HistoryItem | undefined =>
  history.findLast(({ captured_at }) => minuteOf(captured_at) <= at)

function together(reads: readonly HistoryItem[], metric: MetricName): number | null {
  if (metric === 'engagement_rate') return rateOf(reads)
  const known = reads.flatMap((read) => read[metric] ?? [])
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0)
}

/** As the service computes it: what people did, by those who saw it. */
function rateOf(reads: readonly HistoryItem[]): number | null {
  const rated = reads.flatMap(({ engagement, engagement_rate }) =>
    engagement !== null && engagement_rate !== null && engagement_rate > 0
      ? [{ engagement, base: engagement / engagement_rate }]
      : [],
  )
  if (rated.length === 0) return null
  const sum = (name: 'engagement' | 'base') => rated.reduce((all, one) => all + one[name], 0)
  return sum('engagement') / sum('base')
}
