import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import type { PublishedPost } from '../../domain/outcome.ts'
import { autoRepliedEvent } from '../../domain/post-events.ts'
import { appendEvents } from '../deliveries/events.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import { databaseNow } from '../engine/kind.ts'
import { storedActor, storedFlag, storedJson } from '../engine/stored.ts'
import type { JobRow } from '../jobs/jobs.ts'
import { lockGroup } from '../posts/groups.ts'
import { ofProfiles, type ProfileScope } from '../scope.ts'
import type { Tables } from '../tables.ts'
import { type Batch, walkOld } from '../walk.ts'

/** `queued` without a message: a draft is needed. */
const autoReplyStatuses = ['awaiting_approval', 'queued', 'posted', 'declined', 'rejected', 'failed'] as const

const stored = z.object({
  status: z.enum(autoReplyStatuses),
  approved: storedFlag,
  decided_by: storedActor,
  facts: storedJson(z.array(z.string())).nullable(),
})

/** The reply to a comment. The row exists since the comment was first seen. */
export type AutoReplyRow = Omit<Selectable<Tables['auto_replies']>, keyof z.output<typeof stored>> &
  z.output<typeof stored>

export const readAutoReply = (row: Selectable<Tables['auto_replies']>): AutoReplyRow => ({
  ...row,
  ...stored.parse(row),
})

export type SeenComment = Pick<
  AutoReplyRow,
  'comment_id' | 'comment_author' | 'comment_username' | 'commenter' | 'comment_message'
>

/** Stores comments that are to be answered. Those that were seen before do not change. */
export async function keepComments(
  tx: Transaction,
  { id, profile_id, named }: Pick<JobRow, 'id' | 'profile_id' | 'named'>,
  comments: readonly SeenComment[],
): Promise<void> {
  if (comments.length === 0) return
  const now = databaseNow(tx)
  await tx
    .insertInto('auto_replies')
    .values(
      comments.map((comment) => ({
        ...comment,
        profile_id,
        job_id: id,
        platform: named,
        status: 'queued',
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['job_id', 'comment_id']).doNothing())
    .execute()
}

/** A change of a reply that is to be drafted or sent. */
export const changeOpen = (tx: Transaction, id: number) =>
  tx.updateTable('auto_replies').where('id', '=', id).where('status', '=', 'queued')

/** Stores a draft, unless the comment has one. */
export async function keepDraft(
  tx: Transaction,
  id: number,
  {
    facts,
    ...draft
  }: Pick<AutoReplyRow, 'message' | 'error'> & {
    readonly status: 'queued' | 'awaiting_approval' | 'declined'
    readonly facts: readonly string[] | null
  },
): Promise<void> {
  await changeOpen(tx, id)
    .set({ ...draft, facts: facts && JSON.stringify(facts) })
    .where('message', 'is', null)
    .execute()
}

/** A reply whose sending has not begun must be approved first. */
export async function awaitApproval(tx: Transaction, id: number): Promise<void> {
  await changeOpen(tx, id).set({ status: 'awaiting_approval' }).where('sending_at', 'is', null).execute()
}

/** Counts one more refusal by the platform. */
export async function countRefusal(tx: Transaction, id: number, error: string): Promise<void> {
  await changeOpen(tx, id)
    .set((e) => ({ tries: e('tries', '+', 1), error }))
    .execute()
}

export async function failAutoReply(tx: Transaction, id: number, error: string): Promise<void> {
  await changeOpen(tx, id).set({ status: 'failed', error }).execute()
}

/**
 * Counts a reply among those that its profile sends within `period` milliseconds, unless it is counted already. Returns 0,
 * or how many milliseconds it has to wait; null: this message must not be sent any more, because a person has rejected or
 * changed it. Run it in `transaction`.
 */
export async function takeAllowance(
  tx: Transaction,
  { id, profile_id, message }: Pick<AutoReplyRow, 'id' | 'profile_id' | 'message'>,
  { max, period }: { readonly max: number; readonly period: number },
): Promise<number | null> {
  const current = await tx
    .selectFrom('auto_replies')
    .select(['status', 'message'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (current?.status !== 'queued' || current.message !== message) return null
  const now = databaseNow(tx)
  const rows = await tx
    .selectFrom('auto_replies')
    .select(['id', sql<number>`sending_at + ${Math.ceil(period)} - ${now}`.as('left')])
    .where('profile_id', '=', profile_id)
    .where('sending_at', '>', sql<number>`${now} - ${Math.ceil(period)}`)
    .orderBy('sending_at', 'desc')
    .limit(max)
    .execute()
  if (rows.some((row) => row.id === id)) return 0
  const last = rows.at(-1)
  if (rows.length >= max && last) return Math.max(1, Number(last.left))
  await changeOpen(tx, id).set({ sending_at: now }).execute()
  return 0
}

/** Stores that the reply is posted, with its event. A second call changes nothing. */
export async function keepPosted(
  tx: Transaction,
  { job_id, comment_id, message }: { job_id: number; comment_id: string; message: string },
  { id: replyId }: Pick<PublishedPost, 'id'>,
): Promise<void> {
  const row = await tx
    .updateTable('auto_replies')
    .set({ status: 'posted', reply_id: replyId, error: null, posted_at: databaseNow(tx) })
    .where('job_id', '=', job_id)
    .where('comment_id', '=', comment_id)
    .where('message', '=', message)
    .where('status', '=', 'queued')
    .where('sending_at', 'is not', null)
    .returning('platform')
    .executeTakeFirst()
  if (!row) return
  const { post_id: postId } = await tx
    .selectFrom('jobs')
    .select('post_id')
    .where('id', '=', job_id)
    .executeTakeFirstOrThrow()
  const group = await lockGroup(tx, postId)
  const event = autoRepliedEvent(group, row, { commentId: comment_id, replyId, message })
  await appendEvents(tx, { userId: group.userId, postId, now: group.now }, [event])
}

/** Only one that belongs to the user. */
export async function findAutoReply(db: Reader, userId: number, id: number): Promise<AutoReplyRow | undefined> {
  const row = await db
    .selectFrom('auto_replies')
    .innerJoin('profiles', 'profiles.id', 'auto_replies.profile_id')
    .selectAll('auto_replies')
    .where('auto_replies.id', '=', id)
    .where('profiles.user_id', '=', userId)
    .where('profiles.deleted_at', 'is', null)
    .executeTakeFirst()
  return row && readAutoReply(row)
}

/** A person's decision about a draft: it is sent, perhaps with other words, or it never is. */
export type Decision = { readonly approved: true; readonly message?: string | undefined } | { readonly approved: false }

/** Returns the auto-reply as it is then; undefined if it no longer waits for approval. */
export async function decide(
  tx: Transaction,
  id: number,
  decision: Decision,
  by: Actor,
): Promise<AutoReplyRow | undefined> {
  const outcome = decision.approved
    ? { status: 'queued', approved: 1 as const, ...changed(decision.message) }
    : { status: 'rejected' }
  const row = await tx
    .updateTable('auto_replies')
    .set({ ...outcome, decided_by: JSON.stringify(by) })
    .where('id', '=', id)
    .where('status', '=', 'awaiting_approval')
    .returningAll()
    .executeTakeFirst()
  return row && readAutoReply(row)
}

const changed = (message: string | undefined) =>
  message === undefined ? {} : { message, drafted_message: sql<string | null>`message` }

/** Its profile is deleted, so nothing is sent any more. */
export async function endAutoReplies(tx: Transaction, profileId: string): Promise<void> {
  await tx
    .updateTable('auto_replies')
    .set({ status: 'failed', error: 'The profile was deleted.' })
    .where('profile_id', '=', profileId)
    .where('status', 'in', ['queued', 'awaiting_approval'])
    .execute()
}

interface ListedReplies {
  readonly scope: ProfileScope
  readonly status: AutoReplyRow['status'] | undefined
}

const listed = (db: Reader, { scope, status }: ListedReplies) =>
  db
    .selectFrom('auto_replies')
    .where(ofProfiles(db, scope, 'auto_replies'))
    .$if(status !== undefined, (replies) => replies.where('status', '=', status ?? ''))

/** Newest first. */
export async function listAutoReplies(
  db: Reader,
  replies: ListedReplies,
  part: { readonly limit: number } & ({ readonly offset: number } | { readonly after: Pick<AutoReplyRow, 'id'> }),
): Promise<AutoReplyRow[]> {
  const rows = await listed(db, replies)
    .selectAll()
    .$if('after' in part, (query) => ('after' in part ? query.where('id', '<', part.after.id) : query))
    .orderBy('id', 'desc')
    .limit(part.limit)
    .$if('offset' in part, (query) => ('offset' in part ? query.offset(part.offset) : query))
    .execute()
  return rows.map(readAutoReply)
}

export async function countAutoReplies(db: Reader, replies: ListedReplies): Promise<number> {
  const { total } = await listed(db, replies)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/**
 * Removes old auto-replies that have ended. They say which comments of a watched post were seen, so they must be older than
 * the time for which comments are read.
 */
export const pruneAutoReplies = (tx: Transaction, batch: Batch): Promise<number | null> =>
  walkOld(tx, { table: 'auto_replies', time: 'created_at' }, batch, (isOld) =>
    tx.deleteFrom('auto_replies').where(isOld).where('status', '<>', 'queued').execute(),
  )
