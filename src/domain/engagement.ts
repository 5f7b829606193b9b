import { type Metrics, type MetricWindow, metricNames } from './metrics.ts'

/** The metrics that a platform returned for one post at one time. Times are in milliseconds since 1970. */
export interface MetricRead extends Metrics {
  readonly captured_at: number
  readonly metric_window: MetricWindow
}

/** The number by which engagement is divided: the first of these that the platform has counted. */
export const rateBases = ['views', 'impressions', 'reach'] as const
export type RateBase = (typeof rateBases)[number]

export interface Rate {
  /** A fraction. */
  readonly engagement_rate: number | null
  readonly engagement_rate_base: RateBase | null
  readonly engagement_rate_base_count: number | null
}

/** The engagement rate of one post; null values if nobody has seen it, or if its engagement is unknown. */
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

/** The metrics that have a sum over the platforms of a group. */
export const totalNames = [...metricNames, 'display_views'] as const
export type TotalName = (typeof totalNames)[number]

type Sums = { readonly [N in TotalName]: number | null }
type Flags = { readonly [N in TotalName as `${N}_available` | `${N}_partial`]: boolean }

/** The totals of a group over its platforms, with the names in the API. */
export interface Totals extends Sums, Flags {
  readonly engagement_rate: number | null
  /** Number of platforms in the rate. */
  readonly engagement_rate_sample_count: number
  readonly engagement_rate_partial: boolean
  readonly engagement_rate_denominator: RateBase | 'mixed' | null
  /** Null before the first read. The same is true for `captured_at`. */
  readonly metric_window: MetricWindow | 'mixed' | null
  readonly captured_at: number | null
}

/** The totals of a group. It has one row per platform; null if nothing was read from that platform. */
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
  // The list contains every name; TypeScript cannot derive that from a list of pairs.
  return Object.fromEntries(columns) as Sums & Flags
}

/** A weighted average: engagement and bases are summed before the division, so that rounding loses nothing. */
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

/** The common value; `mixed` if the values differ, null if there are none. */
function oneOf<T extends string>(values: readonly T[]): T | 'mixed' | null {
  const different = new Set(values)
  const [first = null] = different
  return different.size > 1 ? 'mixed' : first
}
