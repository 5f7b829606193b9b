import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { MetricRead } from '../../domain/engagement.ts'
import { storedPostStatuses } from '../../domain/post-status.ts'
import { type CountedRead, listCountedReads } from '../analytics/post-totals.ts'
import type { Reader } from '../engine/database.ts'
import { numbersIn } from '../engine/listed.ts'
import { storedJson } from '../engine/stored.ts'
import type { Tables } from '../tables.ts'
import { type BrowseRow, isOf } from './browse.ts'

const mediaTypes = ['video', 'photo', 'mixed_media', 'text_or_link'] as const

const stored = z.object({
  id: z.number(),
  batch_id: z.string(),
  profile_id: z.string(),
  message: z.string(),
  platforms: storedJson(z.array(z.string())),
  media_type: z.enum(mediaTypes),
  status: z.enum(storedPostStatuses),
  scheduled_at: z.number().nullable(),
  created_at: z.number(),
  posted_at: z.number().nullable(),
  reads: storedJson(
    z.array(z.object({ job_id: z.number(), captured_at: z.number() }) satisfies z.ZodType<CountedRead>),
  ),
})

export interface BrowsedGroup extends Omit<z.output<typeof stored>, 'reads'> {
  readonly jobs: readonly Pick<Selectable<Tables['jobs']>, 'id' | 'named' | 'platform_post_id' | 'platform_post_url'>[]
  /** The read that counts for each job that has one. */
  readonly reads: ReadonlyMap<number, MetricRead>
}

/** The groups of a page, in its order and with the metrics of its instant, without those that have left the profiles since. */
export async function listBrowsedGroups(
  db: Reader,
  browsed: BrowseRow,
  ids: readonly number[],
): Promise<BrowsedGroup[]> {
  if (ids.length === 0) return []
  const [found, jobsFound] = await Promise.all([readRows(db, browsed, ids), readJobs(db, ids)])
  const rows = found.map((row) => stored.parse(row))
  const counted = rows.flatMap((row) => row.reads)
  const reads = await listCountedReads(db, counted)
  const jobs = Map.groupBy(jobsFound, ({ post_id }) => post_id)
  const groups = new Map(rows.map((row) => [row.id, { ...row, jobs: jobs.get(row.id) ?? [], reads }]))
  return ids.flatMap((id) => groups.get(id) ?? [])
}

/** With `is true`, SQLite begins with the IDs. Otherwise it reads all groups of the profile that changed before the instant. */
async function readRows(db: Reader, { at, filters }: BrowseRow, ids: readonly number[]): Promise<unknown[]> {
  const { profileIds } = filters
  const { rows } = await sql`
    select posts.id, posts.batch_id, posts.profile_id, posts.message, posts.platforms, posts.status, posts.scheduled_at,
      posts.created_at, posts.posted_at, then_so.media_type, then_so.reads
    from (
      select post_id, media_type, reads from post_totals
      where post_id in ${numbersIn(db, ids)} and (${isOf(db, profileIds)}) is true and since < ${at}
      union all
      select post_id, media_type, reads from post_totals_past
      where post_id in ${numbersIn(db, ids)} and ${isOf(db, profileIds)} and since < ${at} and until >= ${at}
    ) as then_so
    join posts on posts.id = then_so.post_id
    where ${isOf(db, profileIds, 'posts.profile_id')} and posts.deleted_at is null`.execute(db)
  return rows
}

const readJobs = (db: Reader, postIds: readonly number[]) =>
  db
    .selectFrom('jobs')
    .select(['id', 'post_id', 'named', 'platform_post_id', 'platform_post_url'])
    .where('post_id', 'in', numbersIn(db, postIds))
    .where('dropped', '=', 0)
    .orderBy('id')
    .execute()
