import { type RawBuilder, sql } from 'kysely'
import type { Database, Reader } from '../engine/database.ts'
import { isPostgres } from '../engine/kind.ts'
import { textsIn } from '../engine/listed.ts'
import { totalsLock } from '../migrations/0011-totals.ts'
import { effectiveTime, type PostFilters, postConditions } from './post-list.ts'

/** Each has an index, which is read forwards or backwards. */
type OrderColumn =
  | 'created_at'
  | 'views'
  | 'display_views'
  | 'likes'
  | 'comments'
  | 'engagement'
  | 'engagement_rate'
  | 'clicks'
  | 'impressions'

export interface Order {
  readonly by: OrderColumn
  readonly descending: boolean
}

/** Creation time and media type are those of the instant; text, platforms and status are the current ones. */
export interface BrowseFilters extends Pick<PostFilters, 'statuses' | 'platforms' | 'search' | 'now'> {
  /** At least one. */
  readonly profileIds: readonly string[]
  readonly createdFrom?: number | undefined
  readonly createdBefore?: number | undefined
  /** The first and the last effective time. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly mediaType?: string | undefined
}

/** The groups of some profiles at an instant: with all changes before it, and none after it. */
export interface BrowseRow {
  readonly at: number
  readonly filters: BrowseFilters
}

/** A group with the value that it is sorted by; null if it has none. */
export interface RankedGroup {
  readonly postId: number
  readonly value: number | null
}

/** The groups after one of them; null: the first. */
export async function rankAfter(
  db: Reader,
  browsed: BrowseRow,
  order: Order,
  { after, limit }: { after: RankedGroup | null; limit: number },
): Promise<RankedGroup[]> {
  const having = after?.value === null ? [] : await rank(db, browsed, order, 'having', { after, limit })
  if (having.length === limit || order.by === 'created_at') return having
  const last = after?.value === null ? after : null
  return [...having, ...(await rank(db, browsed, order, 'lacking', { after: last, limit: limit - having.length }))]
}

/** The groups after an offset. */
export async function rankFrom(
  db: Reader,
  browsed: BrowseRow,
  order: Order,
  { offset, limit }: { offset: number; limit: number },
): Promise<RankedGroup[]> {
  const having = await rank(db, browsed, order, 'having', { offset, limit })
  if (having.length === limit || order.by === 'created_at') return having
  const all = having.length > 0 ? offset + having.length : await count(db, browsed, metricIs(order, 'having'))
  const rest = { offset: Math.max(0, offset - all), limit: limit - having.length }
  return [...having, ...(await rank(db, browsed, order, 'lacking', rest))]
}

/** Groups without the metric come last in both directions, so they are searched for separately. */
type Metric = 'having' | 'lacking'

const metricIs = ({ by }: Order, metric: Metric): RawBuilder<unknown> =>
  metric === 'having' ? sql`${sql.ref(by)} is not null` : sql`${sql.ref(by)} is null`

/**
 * Reads the current versions in their order from an index, only as far as the page goes, and looks at all earlier ones, which
 * are few. With n earlier ones, at least the first `offset - n` current ones come before the page: the index skips them.
 * The indexes begin with the profile, so each profile is read for itself; with an offset there is only one.
 */
async function rank(
  db: Reader,
  browsed: BrowseRow,
  order: Order,
  metric: Metric,
  { after = null, offset = 0, limit }: { after?: RankedGroup | null; offset?: number; limit: number },
): Promise<RankedGroup[]> {
  const conditions = sql`${metricIs(order, metric)} and ${after === null ? sql`true` : follows(order, after)}`
  const columns = sql`post_id, ${sql.ref(order.by)} as value`
  const { earlier } = versions(db, browsed, columns, conditions)
  const direction = sql.raw(order.descending ? 'desc' : 'asc')
  const inOrder = sql`${sql.ref(order.by)} ${direction}, post_id ${direction}`
  const skipped = offset === 0 ? sql`0` : sql`(select groups from skipped)`
  const { rows } = await sql<{ post_id: number; value: number | null }>`
    with earlier as (${earlier} order by ${inOrder} limit ${offset + limit}),
    skipped as (
      select case when count(*) < ${offset} then ${offset} - count(*) else 0 end as groups from earlier)
    select post_id, value from (
      ${currentOfEach(
        db,
        browsed,
        columns,
        conditions,
        sql`
        order by ${inOrder} limit ${offset + limit} - ${skipped} offset ${skipped}`,
      )}
      union all select post_id, value from earlier) as ranked
    order by value ${direction}, post_id ${direction} limit ${limit} offset ${offset} - ${skipped}`.execute(db)
  return rows.map(({ post_id, value }) => ({ postId: post_id, value }))
}

/** The first current versions of each profile, as `order` says. */
function currentOfEach(
  db: Reader,
  { at, filters }: BrowseRow,
  columns: RawBuilder<unknown>,
  conditions: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const arms = filters.profileIds.map((id) => {
    const { current } = versions(db, { at, filters: { ...filters, profileIds: [id] } }, columns, conditions)
    return sql`select * from (${current} ${order}) as current_ones`
  })
  return sql.join(arms, sql` union all `)
}

function follows({ by, descending }: Order, { value, postId }: RankedGroup): RawBuilder<unknown> {
  const beyond = sql.raw(descending ? '<' : '>')
  return value === null
    ? sql`post_id ${beyond} ${postId}`
    : sql`(${sql.ref(by)}, post_id) ${beyond} (${value}, ${postId})`
}

/** The totals that were valid at the instant: those that still are, and past ones. */
function versions(
  db: Reader,
  { at, filters }: BrowseRow,
  columns: RawBuilder<unknown>,
  conditions: RawBuilder<unknown>,
): { readonly current: RawBuilder<unknown>; readonly earlier: RawBuilder<unknown> } {
  const { profileIds, createdFrom, createdBefore, mediaType } = filters
  const arm = (table: 'post_totals' | 'post_totals_past', alive: RawBuilder<unknown>) => sql`
    select ${columns} from ${sql.table(table)}
    where ${isOf(db, profileIds)} and ${alive} and ${conditions}
      and ${createdFrom === undefined ? sql`true` : sql`created_at >= ${createdFrom}`}
      and ${createdBefore === undefined ? sql`true` : sql`created_at < ${createdBefore}`}
      and ${mediaType === undefined ? sql`true` : sql`media_type = ${mediaType}`}
      and ${isInTime(db, filters)} and ${postMatches(db, filters, table)}`
  return {
    current: arm('post_totals', sql`since < ${at}`),
    earlier: arm('post_totals_past', sql`until >= ${at} and since < ${at}`),
  }
}

/** One profile is compared, so that each database uses the order of its indexes. */
export const isOf = (db: Reader, profileIds: readonly string[], column = 'profile_id'): RawBuilder<boolean> =>
  profileIds.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${profileIds[0]}`
    : sql<boolean>`${sql.ref(column)} in ${textsIn(db, profileIds)}`

/** The index of the profile's calendar finds these posts. */
function isInTime(db: Reader, { profileIds, from, to }: BrowseFilters): RawBuilder<unknown> {
  if (from === undefined && to === undefined) return sql`true`
  return sql`post_id in (
    select posts.id from posts where ${isOf(db, profileIds, 'posts.profile_id')} and posts.deleted_at is null
      and ${from === undefined ? sql`true` : sql`${effectiveTime} >= ${from}`}
      and ${to === undefined ? sql`true` : sql`${effectiveTime} <= ${to}`})`
}

function postMatches(db: Reader, filters: BrowseFilters, table: string): RawBuilder<unknown> {
  const { statuses, platforms, search } = filters
  if (statuses === undefined && platforms === undefined && search === undefined) return sql`true`
  return sql`exists ${db
    .selectFrom('posts')
    .select('posts.id')
    .where('posts.id', '=', sql.ref<number>(`${table}.post_id`))
    .where((e) => e.and(postConditions(db, e, filters)))}`
}

/** How many groups match in all. */
export const countGroups = (db: Reader, browsed: BrowseRow): Promise<number> =>
  isPlain(browsed.filters) ? countAll(db, browsed) : count(db, browsed, sql`true`)

/** Whether every group of the profiles matches. */
export const isPlain = ({ profileIds: _, now: __, ...filters }: BrowseFilters): boolean =>
  Object.values(filters).every((filter) => filter === undefined)

async function count(db: Reader, browsed: BrowseRow, conditions: RawBuilder<unknown>): Promise<number> {
  const { current, earlier } = versions(db, browsed, sql`post_id`, conditions)
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${current} union all ${earlier}) as matching`.execute(db)
  return rows[0]?.total ?? 0
}

/** The groups of now, without those that were added since the instant, and with those that were removed since. */
async function countAll(db: Reader, { at, filters: { profileIds } }: BrowseRow): Promise<number> {
  const ofThem = isOf(db, profileIds)
  const { rows } = await sql<{ total: number }>`
    select (select cast(coalesce(sum(groups), 0) as bigint) from group_counts where ${ofThem})
      - (select count(*) from post_totals where ${ofThem} and since >= ${at} and joined >= ${at})
      + (select count(*) from post_totals_past
         where ${ofThem} and until >= ${at} and gone = 1 and joined < ${at}) as total`.execute(db)
  return rows[0]?.total ?? 0
}

/**
 * The time, as soon as all transactions with an earlier time have finished with the groups of these profiles. It is taken
 * first. Then the lock of each profile is taken and given back: who gets it later has a later time. Two locks are never
 * held together, because a transaction that moves a post holds those of two profiles, in any order.
 */
export async function readTime({ single }: Pick<Database, 'single'>, profileIds: readonly string[]): Promise<number> {
  const lock = sql.lit(totalsLock)
  const { rows } = await single((db) =>
    (isPostgres(db)
      ? sql<{ now: number }>`
          with began as materialized (select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now),
          passed as materialized (
            select case when pg_advisory_lock(${lock}, profile)::text is not null
              then pg_advisory_unlock(${lock}, profile) end as free
            from began, (select distinct hashtext(id) as profile from ${textsIn(db, profileIds)} as named(id)) as profiles)
          select began.now from began where (select count(free) from passed) > 0`
      : sql<{ now: number }>`select cast(unixepoch('subsec') * 1000 as integer) as now`
    ).execute(db),
  )
  return rows[0]?.now ?? Number.NaN
}

/** Whether any group of the profiles has changed at that time or later. */
export async function hasChanged(db: Reader, profileIds: readonly string[], since: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from post_totals where ${isOf(db, profileIds)} and since >= ${since}
    union all select 1 from post_totals_past where ${isOf(db, profileIds)} and until >= ${since}
    limit 1`.execute(db)
  return rows.length > 0
}
