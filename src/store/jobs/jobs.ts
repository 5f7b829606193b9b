import type { Selectable } from 'kysely'
import { z } from 'zod'
import { textHash } from '../../crypto/text-hash.ts'
import type { Content, JobWarning } from '../../domain/content.ts'
import { jobErrors } from '../../domain/job-error.ts'
import { jobFormat } from '../../domain/job-format.ts'
import { jobStatuses } from '../../domain/job-status.ts'
import type { ActionRequired } from '../../domain/outcome.ts'
import type { PlannedStep } from '../../domain/plan.ts'
import type { WarningCode } from '../../domain/warning-codes.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import { insertRows } from '../engine/insert-rows.ts'
import { flag, json, storedFlag, storedJson, storedWord } from '../engine/stored.ts'
import { storedFacts } from '../posts/media.ts'
import type { Tables } from '../tables.ts'

const storedMedia = z.object({ file: z.string(), url: z.string(), facts: storedFacts })

const content: z.ZodType<Content> = z.object({
  postType: z.string(),
  text: z.string(),
  media: z.array(
    storedMedia.extend({
      altText: z.string().nullable(),
      thumbnail: storedMedia.nullable(),
      coverLeftOut: z.literal(true).optional(),
    }),
  ),
  comments: z.array(z.string()),
  options: z.record(z.string(), z.unknown()),
})

const step: z.ZodType<PlannedStep> = z.object({ name: z.string(), action: z.string(), input: json })

const warning: z.ZodType<JobWarning> = z.object({
  code: storedWord<WarningCode>(),
  severity: z.enum(['info', 'warning']),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).nullable(),
  at: z.number(),
})

export const storedAction: z.ZodType<ActionRequired> = z.discriminatedUnion('code', [
  z.object({ code: z.literal('finish_in_app'), message: z.string(), resolveBy: z.number() }),
  z.object({ code: z.literal('outcome_unknown'), message: z.string(), lookAt: z.array(z.string()) }),
])

const stored = z.object({
  environment: z.enum(['live', 'sandbox']),
  status: z.enum(jobStatuses),
  content: storedJson(content),
  plan: storedJson(z.array(step).readonly()).nullable(),
  warnings: storedJson(z.array(warning).readonly()),
  result: storedJson(json).nullable(),
  error: z.enum(jobErrors).nullable(),
  action: storedJson(storedAction).nullable(),
  told_delayed: storedJson(z.array(z.string()).readonly()),
  dropped: storedFlag,
})

const { shape } = stored
/**
 * The data that is shown of a job that this version cannot read. An unknown status is shown as one in which nothing can
 * be changed.
 */
const shownInstead = z.object({
  environment: shape.environment.catch('live'),
  status: shape.status.catch('processing'),
  content: shape.content.catch({ postType: '', text: '', media: [], comments: [], options: {} }),
  plan: shape.plan.catch(null),
  warnings: shape.warnings.catch([]),
  result: shape.result.catch(null),
  error: shape.error.catch('internal_error'),
  action: shape.action.catch(null),
  told_delayed: shape.told_delayed.catch([]),
  dropped: shape.dropped.catch(false),
})

/** The publishing of one post to one platform. */
export type JobRow = Omit<Selectable<Tables['jobs']>, keyof z.output<typeof stored>> &
  z.output<typeof stored> & {
    /** False: another version wrote it, or its data is damaged. This version shows what it can, and changes nothing. */
    readonly readable: boolean
  }

export function readJob(row: Selectable<Tables['jobs']>): JobRow {
  const { data } = stored.safeParse(row)
  return data ? { ...row, ...data, readable: true } : { ...row, ...shownInstead.parse(row), readable: false }
}

/** Whether the job waits for a newer version. */
export const waitsForUpdate = ({ readable, needs }: JobRow): boolean => !readable || needs > jobFormat

const contentColumns = (content: Content) => ({ content: JSON.stringify(content), text_hash: textHash(content.text) })

type JobChanges = Partial<Omit<JobRow, 'id' | 'post_id' | 'readable'>>

/** Only the columns that are present. */
export function writtenJob({ content, plan, warnings, result, action, told_delayed, dropped, ...plain }: JobChanges) {
  const text = (value: unknown) => (value === null ? null : JSON.stringify(value))
  return {
    ...plain,
    ...(content && contentColumns(content)),
    ...(plan !== undefined && { plan: text(plan) }),
    ...(warnings && { warnings: JSON.stringify(warnings) }),
    ...(result !== undefined && { result: text(result) }),
    ...(action !== undefined && { action: text(action) }),
    ...(told_delayed && { told_delayed: JSON.stringify(told_delayed) }),
    ...(dropped !== undefined && { dropped: flag(dropped) }),
  }
}

export type NewJob = Pick<
  JobRow,
  | 'id'
  | 'post_id'
  | 'user_id'
  | 'profile_id'
  | 'platform'
  | 'named'
  | 'environment'
  | 'remote_account_id'
  | 'lane'
  | 'scheduled_for'
  | 'content'
  | 'warnings'
  | 'needs'
  | 'created_at'
>

/** The values of a job before a worker has claimed it, and when it is reset to start again. */
export const untouched = {
  status: 'queued',
  attempts: 0,
  plan: null,
  result: null,
  error: null,
  failed_reason: null,
  action: null,
  platform_post_id: null,
  platform_post_url: null,
  told_delayed: [],
  lost_since: null,
  started_at: null,
  finished_at: null,
} as const satisfies JobChanges

export const jobRow = ({ content, warnings, ...job }: NewJob) => ({
  ...job,
  ...untouched,
  ...contentColumns(content),
  warnings: JSON.stringify(warnings),
  told_delayed: '[]',
  dropped: flag(false),
  due_at: job.scheduled_for,
  fence: 0,
  updated_at: job.created_at,
})

const insertJobRows = insertRows('jobs')
export async function insertJobs(tx: Transaction, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length > 0) await insertJobRows(tx, jobs.map(jobRow))
}

/** The jobs of some posts, in the order of their platforms in the request, without those that an edit dropped. */
export async function listJobs(db: Reader, postIds: readonly number[]): Promise<JobRow[]> {
  if (postIds.length === 0) return []
  const rows = await db
    .selectFrom('jobs')
    .selectAll()
    .where('post_id', 'in', postIds)
    .where('dropped', '=', 0)
    .orderBy('id')
    .execute()
  return rows.map(readJob)
}

/** A job of the user, even if an edit dropped it, but not if its post is deleted. */
export async function findJob(db: Reader, userId: number, id: number): Promise<JobRow | undefined> {
  const row = await db
    .selectFrom('jobs')
    .innerJoin('posts', 'posts.id', 'jobs.post_id')
    .selectAll('jobs')
    .where('jobs.id', '=', id)
    .where('jobs.user_id', '=', userId)
    .where('posts.deleted_at', 'is', null)
    .executeTakeFirst()
  return row && readJob(row)
}

/** Changes a job that no worker holds. False if a worker has claimed it since it was read. */
export async function changeIdleJob(
  tx: Transaction,
  { id, status, fence, readable }: Pick<JobRow, 'id' | 'status' | 'fence' | 'readable'>,
  changes: JobChanges,
): Promise<boolean> {
  if (!readable) return false
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set(writtenJob(changes))
    .where('id', '=', id)
    .where('status', '=', status)
    .where('fence', '=', fence)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** How many jobs count toward the allowance of a period: all that are scheduled in it and have not failed. */
export async function countAllowanceJobs(db: Reader, userId: number, from: number, before: number): Promise<number> {
  const { count } = await db
    .selectFrom('jobs')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('scheduled_for', '>=', from)
    .where('scheduled_for', '<', before)
    .where('status', 'not in', ['cancelled', 'failed'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether another job of the same account has published this post. */
export async function isPublishedByOther(
  db: Reader,
  { id, lane }: Pick<JobRow, 'id' | 'lane'>,
  platformPostId: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('jobs')
    .select('id')
    .where('platform_post_id', '=', platformPostId)
    .where('lane', '=', lane)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
