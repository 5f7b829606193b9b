import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { PublishedPost } from '../../domain/outcome.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import { databaseNow, inTime } from '../engine/kind.ts'
import { deleteLeased, dueIds, type Lease, release, takeRows } from '../engine/leases.ts'
import { numbersIn } from '../engine/listed.ts'
import { storedActor } from '../engine/stored.ts'
import type { Tables } from '../tables.ts'
import { type Batch, walkOld } from '../walk.ts'

/** `begun`: it is being sent, or in doubt. `unknown`: the doubt was never resolved. A reply that was certainly not sent has no row. */
const replyStatuses = ['begun', 'sent', 'unknown'] as const

const stored = z.object({
  status: z.enum(replyStatuses),
  created_by: storedActor,
})

/** An answer to a comment. The row exists since it was announced. */
export type ReplyRow = Omit<Selectable<Tables['replies']>, keyof z.output<typeof stored>> & z.output<typeof stored>

export const readReply = (row: Selectable<Tables['replies']>): ReplyRow => ({ ...row, ...stored.parse(row) })

export type NewReply = Pick<
  ReplyRow,
  'user_id' | 'profile_id' | 'job_id' | 'platform' | 'lane' | 'comment_id' | 'message' | 'created_by'
>

export type ReplyAnnouncement =
  | { readonly type: 'begun'; readonly reply: ReplyRow }
  /** The account has sent the same answer to this comment, or may have sent it. */
  | { readonly type: 'equal'; readonly reply: ReplyRow }
  /** A reply with the same text is being sent under the same post: a search for it could find this one instead. */
  | { readonly type: 'alike'; readonly inDoubt: boolean }

/** Stores that a reply will be sent, with a lease for the sender. When the lease ends, a worker asks for the outcome. */
export async function announceReply(tx: Transaction, reply: NewReply, lease: number): Promise<ReplyAnnouncement> {
  const fingerprint = digest(reply.lane, reply.comment_id, reply.message)
  const equal = await tx.selectFrom('replies').selectAll().where('fingerprint', '=', fingerprint).executeTakeFirst()
  if (equal) return { type: 'equal', reply: readReply(equal) }
  const likeness = digest(reply.lane, String(reply.job_id), reply.message.normalize('NFKC').replace(/\s+/g, ' ').trim())
  const alike = await tx
    .selectFrom('replies')
    .select('doubt_since')
    .where('likeness', '=', likeness)
    .where('status', '=', 'begun')
    .limit(1)
    .executeTakeFirst()
  if (alike) return { type: 'alike', inDoubt: alike.doubt_since !== null }
  const now = databaseNow(tx)
  const row = await tx
    .insertInto('replies')
    .values({
      ...reply,
      created_by: reply.created_by && JSON.stringify(reply.created_by),
      fingerprint,
      likeness,
      status: 'begun',
      due_at: inTime(tx, lease),
      fence: 0,
      started_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { type: 'begun', reply: readReply(row) }
}

/** A message may be too long for an index. */
const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** An earlier reply within this time could be mistaken for this one; older ones differ by their time. */
const confusedFor = 60 * 60_000

/** IDs of recent replies of the account under the same post. */
export async function otherReplies(
  db: Reader,
  { id, job_id, started_at }: Pick<ReplyRow, 'id' | 'job_id' | 'started_at'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('replies')
    .select('reply_id')
    .where('job_id', '=', job_id)
    .where('started_at', '>', started_at - confusedFor)
    .where('status', '=', 'sent')
    .where('id', '<>', id)
    .execute()
  return rows.flatMap(({ reply_id }) => reply_id ?? [])
}

/** The reply with these words to a comment on one of these posts, if it was announced. */
export async function findReply(
  db: Reader,
  jobIds: readonly number[],
  { commentId, message }: { readonly commentId: string; readonly message: string },
): Promise<ReplyRow | undefined> {
  const row = await db
    .selectFrom('replies')
    .selectAll()
    .where('job_id', 'in', numbersIn(db, jobIds))
    .where('comment_id', '=', commentId)
    .where('message', '=', message)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && readReply(row)
}

/** Whether this is the ID of a reply that Polypost sent under the post. */
export async function isSentReply(db: Reader, jobId: number, replyId: string): Promise<boolean> {
  const found = await db
    .selectFrom('replies')
    .select('id')
    .where('job_id', '=', jobId)
    .where('reply_id', '=', replyId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export type ReplyAuthor = Pick<ReplyRow, 'job_id' | 'reply_id' | 'created_by'>

/** Who wrote the replies that Polypost sent under these posts, by job and ID on the platform. */
export async function listReplyAuthors(db: Reader, jobIds: readonly number[]): Promise<ReplyAuthor[]> {
  if (jobIds.length === 0) return []
  const rows = await db
    .selectFrom('replies')
    .select(['job_id', 'reply_id', 'created_by'])
    .where('job_id', 'in', jobIds)
    .where('created_by', 'is not', null)
    .execute()
  return rows.map((row) => ({ ...row, created_by: storedActor.parse(row.created_by) }))
}

/** A reply that is no longer being sent, and whose outcome is unknown. */
export interface DoubtfulReply extends ReplyRow {
  /** For how many milliseconds it has been in doubt. */
  readonly age: number
}

/** Leases replies whose outcome a worker must ask for. */
export async function claimReplies(
  tx: Transaction,
  { slots, lease }: { readonly slots: number; readonly lease: number },
): Promise<DoubtfulReply[]> {
  const inDoubt = { doubt_since: doubtSince(tx) }
  const rows = await takeRows(tx, 'replies', await dueIds(tx, 'replies', slots), lease, inDoubt)
  return rows.map(({ claimed_at, ...row }) => ({
    ...readReply(row),
    age: claimed_at - (row.doubt_since ?? claimed_at),
  }))
}

const doubtSince = (tx: Transaction) => sql<number>`coalesce(doubt_since, ${databaseNow(tx)})`

/** The platform shows it. */
export const keepSentReply = (tx: Transaction, reply: Lease, { id, url }: PublishedPost): Promise<void> =>
  release(tx, 'replies', reply, null, { status: 'sent', reply_id: id, url, sent_at: databaseNow(tx) })

/** It is unknown whether it was sent. A worker asks after a number of milliseconds. */
export const askForReplyIn = (tx: Transaction, reply: Lease, milliseconds: number): Promise<void> =>
  release(tx, 'replies', reply, inTime(tx, milliseconds), { doubt_since: doubtSince(tx) })

/** It will never be known whether it was sent. */
export const leaveReplyUnknown = (tx: Transaction, reply: Lease): Promise<void> =>
  release(tx, 'replies', reply, null, { status: 'unknown' })

/** It was surely not sent, and may be sent again. */
export const forgetReply = (tx: Transaction, reply: Lease): Promise<void> => deleteLeased(tx, 'replies', reply)

/** Removes old replies that have ended. */
export const pruneReplies = (tx: Transaction, batch: Batch): Promise<number | null> =>
  walkOld(tx, { table: 'replies', time: 'started_at' }, batch, (isOld) =>
    tx.deleteFrom('replies').where(isOld).where('due_at', 'is', null).where('status', '<>', 'begun').execute(),
  )
