import { type RawBuilder, sql } from 'kysely'
import { type TotalName, totalNames } from '../../domain/engagement.ts'
import type { MetricSums } from '../../domain/metric-sums.ts'
import { day, hour } from '../../domain/time.ts'
import type { ZoneStretch } from '../../domain/zone-stretch.ts'
import type { Reader } from '../engine/database.ts'
import { effectiveTime } from '../posts/post-list.ts'
import { inScope, type ProfileScope } from '../scope.ts'

/** Published posts. */
export interface SummedPosts {
  readonly scope: ProfileScope
  /** The first moment, and the one after the last. */
  readonly from: number
  readonly to: number
  /** Days are summed from the first moment on, everything else only from this one on. */
  readonly since: number
  readonly clocks: readonly ZoneStretch[]
}

/** A part of the sums. Days count from 1970, hours from Monday 00:00, both on the clocks of the zone. */
export type SumPart =
  | { readonly part: 'day' | 'hour'; readonly number: number; readonly name: null }
  | { readonly part: 'platform'; readonly number: null; readonly name: string }
  | { readonly part: 'label'; readonly number: number; readonly name: string }

export type SummedPart = SumPart & MetricSums

/** 1 January 1970 was a Thursday. */
const daysAfterMonday = 3

/** The sums of all parts, from one state of the database. */
export async function sumMetrics(db: Reader, posts: SummedPosts): Promise<SummedPart[]> {
  const { rows } = await sumsQuery(db, posts).execute(db)
  return rows.map(readRow)
}

/** Posts are found by the index of their time, and everything else by its key. */
export function sumsQuery(db: Reader, posts: SummedPosts): RawBuilder<Row> {
  const localDay = sql`local_time / ${sql.lit(day)}`
  const hourOfWeek = sql`(${localDay} + ${sql.lit(daysAfterMonday)}) % 7 * 24 + local_time % ${sql.lit(day)} / ${sql.lit(hour)}`
  const none = { text: sql`cast(null as text)`, number: sql`cast(null as bigint)` }
  const since = sql`where moment >= ${posts.since}`
  const labelName = sql`(select labels.name from labels where labels.id = post_labels.label_id)`
  // SQLite keeps the order of a cross join. Otherwise it would read the labels of all posts.
  const labels = sql`cross join post_labels ${since} and post_labels.post_id = publications.post_id`
  return sql<Row>`
    with publications as materialized (${publications(db, posts)})
    ${part('day', { number: localDay, name: none.text })} group by ${localDay}
    union all ${part('hour', { number: hourOfWeek, name: none.text })} ${since} group by ${hourOfWeek}
    union all ${part('platform', { number: none.number, name: sql`platform` })} ${since} group by platform
    union all ${part('label', { number: sql`post_labels.label_id`, name: labelName })} ${labels}
      group by post_labels.label_id`
}

/** One row for each platform of each post, with its latest metrics. */
const publications = (db: Reader, { scope, from, to, clocks }: SummedPosts): RawBuilder<unknown> => sql`
  select posts.id as post_id, ${effectiveTime} as moment, ${effectiveTime} + ${aheadOf(clocks)} as local_time,
    measured_accounts.platform, metric_reads.captured_at, ${sql.join(totalNames.map(metricOf))},
    case when engagement is null then null when views > 0 then views when impressions > 0 then impressions
      when reach > 0 then reach end as base
  from posts
  join measured_posts on measured_posts.post_id = posts.id
  join measured_accounts on measured_accounts.id = measured_posts.account_id
  left join metric_reads
    on metric_reads.job_id = measured_posts.job_id and metric_reads.captured_at = measured_posts.captured_at
  where ${inScope(db, scope, 'posts')}
    and posts.deleted_at is null and ${effectiveTime} >= ${from} and ${effectiveTime} < ${to}`

const metricOf = (name: TotalName): RawBuilder<unknown> =>
  name === 'display_views'
    ? sql`coalesce(metric_reads.views, metric_reads.impressions) as display_views`
    : sql`metric_reads.${sql.ref(name)}`

function aheadOf(clocks: readonly ZoneStretch[]): RawBuilder<unknown> {
  const cases = clocks.map(({ before, ahead }) =>
    before === null
      ? sql`else ${sql.lit(ahead)}`
      : sql`when ${effectiveTime} < ${sql.lit(before)} then ${sql.lit(ahead)}`,
  )
  return clocks.length === 1 ? sql.lit(clocks[0]?.ahead ?? 0) : sql`case ${sql.join(cases, sql` `)} end`
}

const part = (
  name: SumPart['part'],
  key: { readonly number: RawBuilder<unknown>; readonly name: RawBuilder<unknown> },
): RawBuilder<unknown> => sql`
  select cast(${sql.lit(name)} as text) as part, ${key.number} as number, ${key.name} as name,
    count(distinct publications.post_id) as posts, count(*) as publications, count(captured_at) as measured,
    max(captured_at) as captured_at,
    ${sql.join(totalNames.map((metric) => sumOf(sql.ref(metric), metric)))},
    ${sql.join(totalNames.map((metric) => sql`count(${sql.ref(metric)}) as ${sql.ref(`${metric}_told`)}`))},
    count(base) as rated, ${sumOf(sql`case when base is null then null else engagement end`, 'rated_engagement')},
    ${sumOf(sql`base`, 'rated_base')}
  from publications`

/** PostgreSQL’s sum of whole numbers is a decimal number. */
const sumOf = (value: RawBuilder<unknown>, name: string): RawBuilder<unknown> =>
  sql`cast(sum(${value}) as bigint) as ${sql.ref(name)}`

type Row = SumPart & { readonly [N in TotalName]: number | null } & {
  readonly [N in TotalName as `${N}_told`]: number
} & {
  readonly posts: number
  readonly publications: number
  readonly measured: number
  readonly captured_at: number | null
  readonly rated: number
  readonly rated_engagement: number | null
  readonly rated_base: number | null
}

const readRow = ({ rated, rated_engagement, rated_base, captured_at, ...row }: Row): SummedPart => ({
  ...row,
  // The lists contain every name; TypeScript cannot derive that from a list of pairs.
  sums: Object.fromEntries(totalNames.map((name) => [name, row[name]])) as MetricSums['sums'],
  told: Object.fromEntries(totalNames.map((name) => [name, row[`${name}_told`]])) as MetricSums['told'],
  rated: { publications: rated, engagement: rated_engagement ?? 0, base: rated_base ?? 0 },
  capturedAt: captured_at,
})
