import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Published } from '../domain/outcome.ts'
import { type Claim, LostClaim } from './due-jobs.ts'
import type { Reader, Transaction } from './engine/database.ts'
import { databaseNow, isPostgres } from './engine/kind.ts'
import type { Tables } from './tables.ts'

const stored = z.object({
  /** `begun`: it is being sent, or in doubt. `unknown`: the doubt was never settled. What surely was not sent has no row. */
  status: z.enum(['begun', 'sent', 'unknown']),
})

/** An answer to a comment, from the moment when it is announced. */
export type ReplyRow = Omit<Selectable<Tables['replies']>, keyof z.output<typeof stored>> & z.output<typeof stored>

const read = (row: Selectable<Tables['replies']>): ReplyRow => ({ ...row, ...stored.parse(row) })

export type NewReply = Pick<
  ReplyRow,
  'user_id' | 'profile_id' | 'job_id' | 'platform' | 'lane' | 'comment_id' | 'message'
>

export type Announced =
  | { readonly type: 'begun'; readonly reply: ReplyRow }
  /** The account has answered this comment in these words, or may have. */
  | { readonly type: 'equal'; readonly reply: ReplyRow }
  /** Another of the same words is under way below the same post: where it is looked for, this could be taken for it. */
  | { readonly type: 'alike'; readonly inDoubt: boolean }

/** Stores that a reply will be sent, with a lease for whoever sends it; after that a worker asks what became of it. */
export async function announceReply(tx: Transaction, reply: NewReply, lease: number): Promise<Announced> {
  const fingerprint = digest(reply.lane, reply.comment_id, reply.message)
  const equal = await tx.selectFrom('replies').selectAll().where('fingerprint', '=', fingerprint).executeTakeFirst()
  if (equal) return { type: 'equal', reply: read(equal) }
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
      fingerprint,
      likeness,
      status: 'begun',
      due_at: sql<number>`${now} + ${Math.ceil(lease)}`,
      fence: 0,
      started_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { type: 'begun', reply: read(row) }
}

/** A message may be longer than what an index takes. */
const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** So long before a reply another may have been sent and still be taken for it; what is older its time tells apart. */
const confusedFor = 60 * 60_000

/** IDs of what the account has answered below the same post lately. */
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

/** A reply that nobody is sending any more, though nobody knows what became of it. */
export interface DoubtfulReply extends ReplyRow {
  /** For how many milliseconds it has been in doubt. */
  readonly age: number
}

export async function isReplyDue(db: Reader): Promise<boolean> {
  const now = databaseNow(db)
  const row = await db.selectFrom('replies').select('id').where('due_at', '<=', now).limit(1).executeTakeFirst()
  return row !== undefined
}

/** Takes replies whose outcome has to be asked for, as a lease. */
export async function claimReplies(tx: Transaction, limit: number, lease: number): Promise<DoubtfulReply[]> {
  const now = databaseNow(tx)
  const rows = await tx
    .updateTable('replies')
    .set((e) => ({
      fence: e('fence', '+', 1),
      due_at: sql<number>`${now} + ${lease}`,
      doubt_since: e.fn.coalesce('doubt_since', now),
    }))
    .where('id', 'in', (e) =>
      e
        .selectFrom('replies')
        .select('id')
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(limit)
        .$if(isPostgres(tx), (query) => query.forUpdate().skipLocked()),
    )
    .returningAll()
    .returning(sql<number>`${now} - doubt_since`.as('age'))
    .execute()
  return rows.map(({ age, ...row }) => ({ ...read(row), age: Number(age) }))
}

/** Lengthens leases; answers those that are still held. */
export async function renewReplies(tx: Transaction, claims: readonly Claim[], lease: number): Promise<number[]> {
  if (claims.length === 0) return []
  const kept = await tx
    .updateTable('replies')
    .set({ due_at: sql<number>`${databaseNow(tx)} + ${lease}` })
    .where((e) => e.or(claims.map(({ id, fence }) => e.and({ id, fence }))))
    .where('due_at', 'is not', null)
    .returning('id')
    .execute()
  return kept.map(({ id }) => id)
}

const held = (tx: Transaction, { id, fence }: Claim) =>
  tx.updateTable('replies').where('id', '=', id).where('fence', '=', fence).where('status', '=', 'begun')

const stillHeld = ({ numUpdatedRows }: { readonly numUpdatedRows: bigint }): void => {
  if (numUpdatedRows === 0n) throw new LostClaim()
}

/** It is there. */
export async function keepSentReply(tx: Transaction, claim: Claim, { id, url }: Published): Promise<void> {
  const now = databaseNow(tx)
  const sent = { status: 'sent', reply_id: id, url, due_at: null, sent_at: now } as const
  stillHeld(await held(tx, claim).set(sent).executeTakeFirst())
}

/** Nobody knows whether it is there: a worker asks in so many milliseconds. */
export async function askForReplyIn(tx: Transaction, claim: Claim, milliseconds: number): Promise<void> {
  const now = databaseNow(tx)
  const update = held(tx, claim).set((e) => ({
    fence: e('fence', '+', 1),
    due_at: sql<number>`${now} + ${Math.ceil(milliseconds)}`,
    doubt_since: e.fn.coalesce('doubt_since', now),
  }))
  stillHeld(await update.executeTakeFirst())
}

/** Nobody will ever know whether it is there. */
export async function leaveReplyUnknown(tx: Transaction, claim: Claim): Promise<void> {
  stillHeld(await held(tx, claim).set({ status: 'unknown', due_at: null }).executeTakeFirst())
}

/** It surely is not there, and may be sent anew. */
export async function forgetReply(tx: Transaction, { id, fence }: Claim): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('replies')
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('status', '=', 'begun')
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new LostClaim()
}
