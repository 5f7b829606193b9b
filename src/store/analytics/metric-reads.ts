import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { MetricRead } from '../../domain/engagement.ts'
import { metricWindows } from '../../domain/metrics.ts'
import type { Reader } from '../engine/database.ts'
import { numbersIn } from '../engine/listed.ts'
import type { Tables } from '../tables.ts'

const stored = z.object({ metric_window: z.enum(metricWindows) })

export const readRow = ({ job_id: _, ...row }: Selectable<Tables['metric_reads']>): MetricRead => ({
  ...row,
  ...stored.parse(row),
})

/** The latest read of each job of some posts, by the job's ID. Jobs without a read are missing. */
export async function latestReads(db: Reader, postIds: readonly number[]): Promise<ReadonlyMap<number, MetricRead>> {
  if (postIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('measured_posts')
    .innerJoin('metric_reads', (join) =>
      join
        .onRef('metric_reads.job_id', '=', 'measured_posts.job_id')
        .onRef('metric_reads.captured_at', '=', 'measured_posts.captured_at'),
    )
    .selectAll('metric_reads')
    .where('measured_posts.post_id', 'in', numbersIn(db, postIds))
    .execute()
  return new Map(rows.map((row) => [row.job_id, readRow(row)]))
}

/** The latest reads of a job, oldest first. */
export async function listReads(db: Reader, jobId: number, limit: number): Promise<MetricRead[]> {
  const rows = await db
    .selectFrom('metric_reads')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('captured_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(readRow).reverse()
}

/** Posts that a profile has published since then: the platform and the latest read of each, null before the first. */
export async function readsOfProfile(
  db: Reader,
  profileId: string,
  since: number,
): Promise<{ readonly platform: string; readonly read: MetricRead | null }[]> {
  const rows = await db
    .selectFrom('measured_accounts')
    .innerJoin('measured_posts', 'measured_posts.account_id', 'measured_accounts.id')
    .leftJoin('metric_reads', (join) =>
      join
        .onRef('metric_reads.job_id', '=', 'measured_posts.job_id')
        .onRef('metric_reads.captured_at', '=', 'measured_posts.captured_at'),
    )
    .select('measured_accounts.platform')
    .selectAll('metric_reads')
    .where('measured_accounts.profile_id', '=', profileId)
    .where('measured_posts.published_at', '>=', since)
    .execute()
  return rows.map(({ platform, job_id, captured_at, metric_window, ...metrics }) => ({
    platform,
    read:
      job_id === null || captured_at === null || metric_window === null
        ? null
        : readRow({ ...metrics, job_id, captured_at, metric_window }),
  }))
}
