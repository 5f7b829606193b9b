import { type Metrics, type MetricWindow, metricNames } from './metrics.ts'

/** What a platform told of one post at a time; in milliseconds since 1970. */
export interface MetricRead extends Metrics {
  readonly captured_at: number
  readonly metric_window: MetricWindow
}

/** What a rate may be a rate of: the first of these that the platform has counted at all. */
export const rateBases = ['views', 'impressions', 'reach'] as const
export type RateBase = (typeof rateBases)[number]

export interface Rate {
  /** A fraction. */
  readonly engagement_rate: number | null
  readonly engagement_rate_base: RateBase | null
  readonly engagement_rate_base_count: number | null
}

/** The rate of one platform's post; none where nobody can have seen it, or nothing is known of what they did. */
export function rateOf(metrics: Metrics): Rate {
  const parts = partsOf(metrics)
  return {
    engagement_rate: parts && parts.engagement / parts.count,
    engagement_rate_base: parts?.base ?? null,
    engagement_rate_base_count: parts?.count ?? null,
  }
}

interface Parts {
  readonly engagement: number
  readonly base: RateBase
  readonly count: number
}

function partsOf({ engagement, ...metrics }: Metrics): Parts | null {
  const base = rateBases.find((name) => (metrics[name] ?? 0) > 0)
  const count = base && metrics[base]
  return base && count && engagement !== null ? { engagement, base, count } : null
}

export const displayViews = ({ views, impressions }: Metrics): number | null => views ?? impressions

/** What is summed up over the platforms of a group. */
export const totalNames = [...metricNames, 'display_views'] as const
export type TotalName = (typeof totalNames)[number]

type Sums = { readonly [N in TotalName]: number | null }
type Flags = { readonly [N in TotalName as `${N}_available` | `${N}_partial`]: boolean }

/** Of a group over its platforms, by the names that callers see. */
export interface Totals extends Sums, Flags {
  readonly engagement_rate: number | null
  /** How many platforms contribute to the rate. */
  readonly engagement_rate_sample_count: number
  readonly engagement_rate_partial: boolean
  readonly engagement_rate_denominator: RateBase | 'mixed' | null
  /** Null before the first read, as is when the latest was. */
  readonly metric_window: MetricWindow | 'mixed' | null
  readonly captured_at: number | null
}

/** The totals of a group: a row for each of its platforms, null for one of which nothing has been read. */
export function totalsOf(rows: readonly (MetricRead | null)[]): Totals {
  const reads = rows.filter((row) => row !== null)
  return {
    ...sumsOf(reads, rows.length),
    ...averageRate(reads, rows.length),
    metric_window: oneOf(reads.map(({ metric_window }) => metric_window)),
    captured_at: reads.reduce<number | null>((latest, { captured_at }) => Math.max(latest ?? 0, captured_at), null),
  }
}

function sumsOf(reads: readonly MetricRead[], platforms: number): Sums & Flags {
  const columns = totalNames.flatMap((name) => {
    const known = reads
      .map((read) => (name === 'display_views' ? displayViews(read) : read[name]))
      .filter((value) => value !== null)
    return [
      [name, known.length === 0 ? null : sum(known)],
      [`${name}_available`, known.length > 0],
      [`${name}_partial`, known.length > 0 && known.length < platforms],
    ]
  })
  // All names of all metrics are among them; a list of pairs can't say so in types.
  return Object.fromEntries(columns) as Sums & Flags
}

/** Each rate counts as much as its base; summed up before they are divided, so that nothing is lost by rounding. */
function averageRate(reads: readonly MetricRead[], platforms: number) {
  const rated = reads.map(partsOf).filter((parts) => parts !== null)
  const engagement = sum(rated.map((parts) => parts.engagement))
  return {
    engagement_rate: rated.length === 0 ? null : engagement / sum(rated.map(({ count }) => count)),
    engagement_rate_sample_count: rated.length,
    engagement_rate_partial: rated.length > 0 && rated.length < platforms,
    engagement_rate_denominator: oneOf(rated.map(({ base }) => base)),
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** What all of them are; null where there are none. */
function oneOf<T extends string>(values: readonly T[]): T | 'mixed' | null {
  const different = new Set(values)
  const [first = null] = different
  return different.size > 1 ? 'mixed' : first
}
