import { sql } from 'kysely'
import { type MetricRead, totalsOf } from '../../domain/engagement.ts'
import { day } from '../../domain/time.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import { isPostgres } from '../engine/kind.ts'
import { listed, numberOf, numbersIn, textOf } from '../engine/listed.ts'
import { latestReads, readRow } from './metric-reads.ts'

/** How long past totals are kept, because pages may be requested for an earlier instant. */
export const pastRetainedFor = day

/** Which read of a job counts. */
export interface CountedRead {
  readonly job_id: number
  readonly captured_at: number
}

/** Computes the totals of groups again, from the latest reads of their jobs. Triggers keep the totals of before. */
export async function writeTotals(tx: Transaction, postIds: readonly number[]): Promise<void> {
  await lockTotals(tx, postIds)
  const jobs = await tx
    .selectFrom('jobs')
    .select(['id', 'post_id'])
    .where('post_id', 'in', numbersIn(tx, postIds))
    .where('dropped', '=', 0)
    .execute()
  const latest = await latestReads(tx, postIds)
  // In ascending order: rows are locked in the order in which they are changed.
  const groups = [...Map.groupBy(jobs, ({ post_id }) => post_id)].toSorted(([one], [other]) => one - other)
  const rows = groups.map(([postId, group]) => totalsRow(postId, group, latest))
  await tx
    .updateTable('post_totals')
    .from(listed(tx, rows))
    .set({
      views: numberOf('views'),
      display_views: numberOf('display_views'),
      likes: numberOf('likes'),
      comments: numberOf('comments'),
      engagement: numberOf('engagement'),
      clicks: numberOf('clicks'),
      impressions: numberOf('impressions'),
      engagement_rate: sql<number>`cast(${textOf('engagement_rate')} as double precision)`,
      reads: textOf('reads'),
    })
    .where('post_totals.post_id', '=', numberOf('post_id'))
    .execute()
}

/** Two accounts of a group may be read at the same time: the second waits, and then sees the reads of the first. */
async function lockTotals(tx: Transaction, postIds: readonly number[]): Promise<void> {
  if (!isPostgres(tx)) return
  await tx
    .selectFrom('post_totals')
    .select('post_id')
    .where('post_id', 'in', numbersIn(tx, postIds))
    .orderBy('post_id')
    .forNoKeyUpdate()
    .execute()
}

function totalsRow(postId: number, jobs: readonly { readonly id: number }[], latest: ReadonlyMap<number, MetricRead>) {
  const { views, display_views, likes, comments, engagement, clicks, impressions, engagement_rate } = totalsOf(
    jobs.map(({ id }) => latest.get(id) ?? null),
  )
  const counted = jobs.flatMap(({ id }): CountedRead[] => {
    const read = latest.get(id)
    return read ? [{ job_id: id, captured_at: read.captured_at }] : []
  })
  return {
    ...{ post_id: postId, reads: JSON.stringify(counted) },
    ...{ views, display_views, likes, comments, engagement, clicks, impressions, engagement_rate },
  }
}

/** Reads that count, by their jobs. */
export async function listCountedReads(
  db: Reader,
  counted: readonly CountedRead[],
): Promise<ReadonlyMap<number, MetricRead>> {
  const rows = await db
    .selectFrom('metric_reads')
    .innerJoin(listed(db, counted), (join) =>
      join
        .on('metric_reads.job_id', '=', numberOf('job_id'))
        .on('metric_reads.captured_at', '=', numberOf('captured_at')),
    )
    .selectAll('metric_reads')
    .execute()
  return new Map(rows.map((row) => [row.job_id, readRow(row)]))
}

/** Removes those of the `limit` oldest past totals that ended before then, and returns how many. */
export async function prunePastTotals(tx: Transaction, before: number, limit: number): Promise<number> {
  const oldest = await tx.selectFrom('post_totals_past').select(['id', 'until']).orderBy('id').limit(limit).execute()
  const ids = oldest.filter(({ until }) => until < before).map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('post_totals_past').where('id', 'in', ids).execute()
  return ids.length
}
