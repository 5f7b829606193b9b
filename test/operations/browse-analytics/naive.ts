import { type Metrics, metricNames } from '../../../src/domain/metrics.ts'
import type { InsertedGroup, TestGroup } from '../../harness/browsed.ts'

// A second, simple implementation of the browse rules, on the data that a test has stored.

export type KnownGroup = TestGroup & InsertedGroup

export const sorts = [
  ...['newest', 'oldest', 'views', 'display_views', 'display_views_asc', 'likes', 'likes_asc', 'comments'],
  ...['comments_asc', 'engagement', 'engagement_rate', 'engagement_rate_asc', 'clicks', 'impressions'],
]

const reads = ({ platforms }: KnownGroup): Metrics[] =>
  platforms.flatMap(({ metrics }) =>
    // Contains every metric name; the type of a list of pairs can't express that.
    metrics ? [Object.fromEntries(metricNames.map((name) => [name, metrics[name] ?? null])) as unknown as Metrics] : [],
  )

export function totalOf(group: KnownGroup, name: string): number | null {
  let total: number | null = null
  for (const read of reads(group)) {
    const value = name === 'display_views' ? (read.views ?? read.impressions) : read[name as keyof Metrics]
    if (value !== null) total = (total ?? 0) + value
  }
  return total
}

export function rateOf(group: KnownGroup): number | null {
  let weights = 0
  let weighted = 0
  for (const { views, impressions, reach, engagement } of reads(group)) {
    const base = views || impressions || reach
    if (!base || engagement === null) continue
    weights += base
    weighted += engagement
  }
  return weights === 0 ? null : weighted / weights
}

export function ranked(groups: readonly KnownGroup[], sort: string): KnownGroup[] {
  const ascending = sort === 'oldest' || sort.endsWith('_asc')
  const name = sort.replace('_asc', '')
  const sortedBy = (group: KnownGroup): number | null => {
    if (name === 'newest' || name === 'oldest') return group.createdAt ?? 0
    return name === 'engagement_rate' ? rateOf(group) : totalOf(group, name)
  }
  return groups.toSorted((one, other) => {
    const [a, b] = [sortedBy(one), sortedBy(other)]
    if ((a === null) !== (b === null)) return a === null ? 1 : -1
    const difference = (a ?? 0) - (b ?? 0) || one.id - other.id
    return ascending ? difference : -difference
  })
}

export function matches(group: KnownGroup, filter: Readonly<Record<string, string | undefined>>): boolean {
  const day = new Date(group.createdAt ?? 0).toISOString().slice(0, 10)
  const { start_date, end_date, platform, status, media_type, search } = filter
  if (start_date !== undefined && day < start_date) return false
  if (end_date !== undefined && day > end_date) return false
  const asked = platform === 'twitter' ? 'x' : platform
  if (asked !== undefined && !group.platforms.some(({ name }) => name === asked)) return false
  if (status !== undefined && !statusesOf(group).includes(status)) return false
  if (media_type !== undefined && mediaTypeOf(group) !== media_type) return false
  const text = `${group.batchId}\n${group.message}`.toLowerCase()
  return search === undefined || text.includes(search.toLowerCase())
}

/** The filters that find it. */
function statusesOf({ status = '', scheduledAt = null }: KnownGroup): readonly string[] {
  if (status !== 'queued') return [status]
  return scheduledAt !== null && scheduledAt > Date.now() ? ['scheduled'] : ['processing']
}

function mediaTypeOf({ media = [] }: KnownGroup): string {
  const kinds = new Set(media.map((type) => (type.startsWith('video/') ? 'video' : 'photo')))
  if (kinds.size === 2) return 'mixed_media'
  const [kind = 'text_or_link'] = kinds
  return kind
}
