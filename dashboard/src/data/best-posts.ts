import type { AnalyticsGroup, BrowseAnalyticsQuery } from '@polypost/sdk'
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
  readonly profileIds: readonly string[]
  readonly span: Span
  readonly timezone: string
  readonly sort: PostSort
}

/** How far the ranking of one profile was read. */
interface ReadPosition {
  readonly profileId: string
  readonly cursor: string | null
  readonly isAtEnd: boolean
  /** Read, and not shown yet. */
  readonly waiting: readonly AnalyticsGroup[]
}

interface RankedPage {
  readonly groups: readonly AnalyticsGroup[]
  /** How many posts there are in all, of the profiles that this page read for the first time. */
  readonly total: number
  readonly next: readonly ReadPosition[] | null
}

const startOf = ({ profileIds }: Ranking): readonly ReadPosition[] =>
  profileIds.map((profileId) => ({ profileId, cursor: null, isAtEnd: false, waiting: [] }))

/** The API ranks one profile. Several rankings become one: the best of their first posts is the next. */
async function readRanked(ranking: Ranking, start: readonly ReadPosition[], size: number): Promise<RankedPage> {
  const { sort } = ranking
  let positions = start
  let total = 0
  const groups: AnalyticsGroup[] = []
  while (groups.length < size) {
    const filled = await Promise.all(positions.map((position) => fill(ranking, position, size)))
    total += filled.reduce((sum, one) => sum + one.total, 0)
    positions = filled.map(({ position }) => position)
    const best = positions
      .filter(({ waiting }) => waiting.length > 0)
      .toSorted((one, other) => compare(one.waiting[0], other.waiting[0], sort))[0]
    const [group] = best?.waiting ?? []
    if (!best || !group) break
    groups.push(group)
    positions = positions.map((position) =>
      position === best ? { ...position, waiting: position.waiting.slice(1) } : position,
    )
  }
  const isOver = positions.every(({ waiting, isAtEnd }) => waiting.length === 0 && isAtEnd)
  return { groups, total, next: isOver ? null : positions }
}

async function fill({ span, timezone, sort }: Ranking, position: ReadPosition, limit: number) {
  const { profileId, cursor, waiting, isAtEnd } = position
  if (waiting.length > 0 || isAtEnd) return { position, total: 0 }
  const query = { profile_id: profileId, from: span.from, to: span.to, timezone, sort, limit }
  const page = await polypost.analytics.browse({ ...query, ...(cursor !== null && { cursor }) })
  const next = { profileId, cursor: page.next_cursor, isAtEnd: page.next_cursor === null, waiting: page.groups }
  return { position: next, total: cursor === null ? page.total : 0 }
}

/** As the API sorts: posts without the metric come last, and equal ones by their ID. */
function compare(one: AnalyticsGroup | undefined, other: AnalyticsGroup | undefined, sort: PostSort): number {
  if (!one || !other) return 0
  const [first, second] = [valueFor(one, sort), valueFor(other, sort)]
  if (first === null || second === null) return Number(first === null) - Number(second === null)
  const difference = first - second || one.post_id - other.post_id
  return isAscending(sort) ? difference : -difference
}

function valueFor(group: AnalyticsGroup, sort: PostSort): number | null {
  const metric = metricOfSort(sort)
  if (metric === 'created_at') return Date.parse(group.created_at)
  return group[metric]
}

const shownAtOnce = 10

/** A list that grows by “Show more”. */
export const bestPostsQuery = (ranking: Ranking) =>
  infiniteQueryOptions({
    queryKey: ['analytics', 'posts', ranking],
    queryFn: ({ pageParam }) => readRanked(ranking, pageParam ?? startOf(ranking), shownAtOnce),
    initialPageParam: null as readonly ReadPosition[] | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

/** All posts of the ranking, in its order. */
export async function* allBestPosts(ranking: Ranking): AsyncGenerator<readonly AnalyticsGroup[]> {
  for (let positions: readonly ReadPosition[] | null = startOf(ranking); positions !== null; ) {
    const page: RankedPage = await readRanked(ranking, positions, 100)
    yield page.groups
    positions = page.next
  }
}
