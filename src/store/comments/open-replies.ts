import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Reader, Transaction } from '../engine/database.ts'
import { databaseNow } from '../engine/kind.ts'
import { rowsOfEach } from '../engine/listed.ts'
import type { Tables } from '../tables.ts'
import { type AutoReplyRow, changeOpen, readAutoReply } from './auto-replies.ts'

/** How often the language model may be asked within `period` milliseconds. */
export interface AskLimits {
  readonly perProfile: number
  readonly perCommenter: number
  readonly period: number
}

/**
 * Replies under a post that are to be sent or drafted: those with words first, and those for which there is no allowance last. Of
 * each person it lists only the oldest, so a person who writes many comments keeps nobody else waiting. It begins behind the
 * person who was asked about last, and it reads the same number of rows however many comments wait.
 */
export async function listOpenReplies(
  db: Reader,
  jobId: number,
  { limit, perProfile, perCommenter, period }: { readonly limit: number } & AskLimits,
): Promise<AutoReplyRow[]> {
  // Those for whom there is no allowance are listed, too, and must not take the places of others.
  const most = limit + perProfile
  const later = await firstOfEach(db, { jobId, after: lastAsked(jobId), most })
  const earlier = later.length < most ? await firstOfEach(db, { jobId, after: sql`''`, most: most - later.length }) : []
  const ids = [...new Set([...(await withoutPerson(db, jobId, limit)), ...later, ...earlier])]
  if (ids.length === 0) return []
  const { rows } = await sql<Selectable<Tables['auto_replies']>>`
    select auto_replies.* from ${rowsOfEach(db, ids, 'auto_replies', 'id')}
    order by
      case when message is not null then 0
        when ${perCommenter} > (select count(*) from auto_replies as asked
          where asked.profile_id = auto_replies.profile_id and asked.platform = auto_replies.platform
            and asked.commenter = auto_replies.commenter and asked.asked_at > ${databaseNow(db)} - ${Math.ceil(period)}) then 1
        else 2 end,
      auto_replies.id
    limit ${limit}`.execute(db)
  return rows.map(readAutoReply)
}

/** These conditions are those of two indexes. */
const drafted = sql`status = 'queued' and message is not null`
const undrafted = sql`status = 'queued' and message is null`

/** In the order of the indexes. With the order of `id` alone, PostgreSQL may read the whole table in that order. */
async function withoutPerson(db: Reader, jobId: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id from auto_replies where job_id = ${jobId} and ${drafted} order by created_at, id limit ${limit}) as sent
    union all
    select id from (
      select id from auto_replies where job_id = ${jobId} and ${undrafted} and commenter is null
      order by commenter, id limit ${limit}) as nameless`.execute(db)
  return rows.map(({ id }) => Number(id))
}

const lastAsked = (jobId: number) => sql`coalesce((
  select commenter from auto_replies
  where profile_id = (select profile_id from jobs where id = ${jobId}) and asked_at is not null
  order by asked_at desc limit 1), '')`

interface Walk {
  readonly jobId: number
  /** A person. */
  readonly after: RawBuilder<unknown>
  readonly most: number
}

/** The oldest comment without a draft of each of the next persons. It goes from one to the next by an index. */
async function firstOfEach(db: Reader, { jobId, after, most }: Walk): Promise<number[]> {
  const firstAfter = (person: RawBuilder<unknown>) => sql`(
    select id from auto_replies where job_id = ${jobId} and ${undrafted} and commenter > ${person}
    order by commenter, id limit 1)`
  const personOf = sql`(select commenter from auto_replies as before where before.id = persons.id)`
  const { rows } = await sql<{ id: number }>`
    with recursive persons (position, id) as (
      select 1, ${firstAfter(after)}
      union all
      select position + 1, ${firstAfter(personOf)} from persons where id is not null and position < ${most})
    select id from persons where id is not null`.execute(db)
  return rows.map(({ id }) => Number(id))
}

/** Why the language model is not asked about a comment yet. */
export interface Full {
  readonly of: 'profile' | 'commenter'
  /** For so many milliseconds. */
  readonly wait: number
}

/**
 * Counts a question to the language model, unless it is counted already. Returns null, or why it has to wait. Run it in
 * `transaction`.
 */
export async function takeAskAllowance(
  tx: Transaction,
  { id, profile_id, platform, commenter }: Pick<AutoReplyRow, 'id' | 'profile_id' | 'platform' | 'commenter'>,
  { perProfile, perCommenter, period }: AskLimits,
): Promise<Full | null> {
  const now = databaseNow(tx)
  const rows = await tx
    .selectFrom('auto_replies')
    .select(['id', 'platform', 'commenter', sql<number>`asked_at + ${Math.ceil(period)} - ${now}`.as('left')])
    .where('profile_id', '=', profile_id)
    .where('asked_at', '>', sql<number>`${now} - ${Math.ceil(period)}`)
    .orderBy('asked_at', 'desc')
    .limit(perProfile)
    .execute()
  if (rows.some((row) => row.id === id)) return null
  const own = rows.filter((row) => commenter !== null && row.platform === platform && row.commenter === commenter)
  const [ofProfile, ofCommenter] = [rows[perProfile - 1], own[perCommenter - 1]]
  if (ofProfile) return { of: 'profile', wait: Math.max(1, Number(ofProfile.left)) }
  if (ofCommenter) return { of: 'commenter', wait: Math.max(1, Number(ofCommenter.left)) }
  await changeOpen(tx, id).set({ asked_at: now }).execute()
  return null
}

/** Says why replies under a post wait to be drafted: all of them, or those to one person. */
export async function noteWaiting(
  tx: Transaction,
  { job_id, commenter }: { readonly job_id: number; readonly commenter?: string | null },
  why: string,
): Promise<void> {
  await tx
    .updateTable('auto_replies')
    .set({ error: why })
    .where('job_id', '=', job_id)
    .where('status', '=', 'queued')
    .where('message', 'is', null)
    // A post may have very many comments: each is written once, and not with every run.
    .where((e) => e.or([e('error', 'is', null), e('error', '<>', why)]))
    .$if(commenter !== undefined, (query) => query.where('commenter', '=', commenter ?? ''))
    .execute()
}
