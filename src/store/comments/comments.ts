import { type Insertable, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Comment } from '../../domain/comment.ts'
import { folded } from '../../domain/folded.ts'
import { storable } from '../../domain/foreign-text.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import { databaseNow, isPostgres } from '../engine/kind.ts'
import { textsIn } from '../engine/listed.ts'
import { flag, storedFlag, storedJson } from '../engine/stored.ts'
import type { JobRow } from '../jobs/jobs.ts'
import type { Tables } from '../tables.ts'
import { type Batch, walkOld } from '../walk.ts'
import type { SeenComment } from './auto-replies.ts'

const text = z.string().nullable()

const stored = z.object({
  author: storedJson(z.object({ id: text, name: text, username: text, avatarUrl: text, profileUrl: text })),
  is_own: storedFlag,
  can_reply: storedFlag,
})

/** A comment as it was last read. */
export type CommentRow = Omit<Selectable<Tables['comments']>, keyof z.output<typeof stored>> & z.output<typeof stored>

export const readComment = (row: Selectable<Tables['comments']>): CommentRow => ({ ...row, ...stored.parse(row) })

/** The database's time, before comments are read. */
export async function beginReading(db: Reader): Promise<number> {
  const { rows } = await sql<{ now: number }>`select ${databaseNow(db)} as now`.execute(db)
  return Number(rows[0]?.now)
}

/** Comments of a post that were listed together. */
export interface ListedComments {
  /** When reading them began, in the database's time. */
  readonly since: number
  readonly comments: readonly Comment[]
  /** See `CommentPage`. */
  readonly gaps?: readonly (string | null)[] | undefined
}

type CommentedJob = Pick<JobRow, 'id' | 'user_id' | 'profile_id' | 'platform' | 'environment' | 'remote_account_id'>

/**
 * Stores comments, new ones as unread. What was read later is not replaced by what was read before. Run it in `transaction`:
 * nothing is kept once the account is disconnected, or its profile deleted. Returns how many of others are new.
 */
export async function keepListed(
  tx: Transaction,
  job: CommentedJob,
  { since, comments, gaps = [] }: ListedComments,
): Promise<number> {
  if (!(await isConnectedHere(tx, job))) return 0
  const known = await tx
    .selectFrom('comments')
    .select('comment_id')
    .where('job_id', '=', job.id)
    .where(
      'comment_id',
      'in',
      textsIn(
        tx,
        comments.map(({ id }) => id),
      ),
    )
    .execute()
  // A platform may list one twice.
  const rows = [...new Map(comments.map((comment) => [comment.id, rowOf(job, comment, since)])).values()]
  for (let at = 0; at < rows.length; at += rowsAtOnce) await upsert(tx, rows.slice(at, at + rowsAtOnce))
  for (const parent of gaps) await keepBelow(tx, job.id, { parent, since })
  const ids = new Set(known.map(({ comment_id }) => comment_id))
  return rows.filter(({ comment_id, is_own }) => is_own === 0 && !ids.has(comment_id)).length
}

/** A statement has a limit of parameters. */
const rowsAtOnce = 200

const upsert = (tx: Transaction, rows: readonly Insertable<Tables['comments']>[]) =>
  tx
    .insertInto('comments')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['job_id', 'comment_id'])
        .doUpdateSet((e) => ({
          parent_id: e.ref('excluded.parent_id'),
          author: e.ref('excluded.author'),
          message: e.ref('excluded.message'),
          search: e.ref('excluded.search'),
          like_count: e.ref('excluded.like_count'),
          reply_count: e.ref('excluded.reply_count'),
          url: e.ref('excluded.url'),
          can_reply: e.ref('excluded.can_reply'),
          seen_at: e.ref('excluded.seen_at'),
        }))
        .whereRef('excluded.seen_at', '>=', 'comments.seen_at'),
    )
    .execute()

async function isConnectedHere(tx: Transaction, job: CommentedJob): Promise<boolean> {
  const account = await tx
    .selectFrom('accounts')
    .select('id')
    .where('profile_id', '=', job.profile_id)
    .where('platform', '=', job.platform)
    .where('environment', '=', job.environment)
    .where('remote_id', '=', job.remote_account_id)
    // Whoever deletes it waits, and then deletes the comments, too.
    .$if(isPostgres(tx), (query) => query.forKeyShare())
    .executeTakeFirst()
  return account !== undefined
}

function rowOf(job: CommentedJob, { author, ...comment }: Comment, since: number) {
  const message = storable(comment.message)
  return {
    user_id: job.user_id,
    profile_id: job.profile_id,
    job_id: job.id,
    platform: job.platform,
    comment_id: comment.id,
    parent_id: comment.parentId,
    author: JSON.stringify(author),
    message: message.trim() === '' ? '' : message,
    search: folded([message, author.name ?? '', author.username ?? ''].join('\n')),
    posted_at: comment.createdAt,
    like_count: comment.likeCount,
    reply_count: comment.replyCount,
    url: comment.url,
    is_own: flag(comment.isOwn),
    can_reply: flag(comment.canReply && !comment.isOwn),
    found_at: since,
    seen_at: since,
  }
}

/** Comments that the platform did not list count as seen. */
async function keepBelow(tx: Transaction, jobId: number, { parent, since }: { parent: string | null; since: number }) {
  await tx
    .updateTable('comments')
    .set({ seen_at: since })
    .where('job_id', '=', jobId)
    .where('seen_at', '<', since)
    .$if(parent !== null, (query) => query.where('parent_id', '=', parent))
    .execute()
}

/**
 * The whole list was read, beginning at `since`: what was not seen since then does not exist any more. Only comments of the
 * last `reach` milliseconds are listed.
 */
export async function removeUnseen(
  tx: Transaction,
  jobId: number,
  { since, reach }: { readonly since: number; readonly reach: number | undefined },
): Promise<void> {
  await tx
    .deleteFrom('comments')
    .where('job_id', '=', jobId)
    .where('seen_at', '<', since)
    .$if(reach !== undefined, (query) => query.where('posted_at', '>', since - (reach ?? 0)))
    .execute()
}

export async function countComments(db: Reader, jobId: number): Promise<number> {
  const { count } = await db
    .selectFrom('comments')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Comments on a post that nobody has answered, and that are not drafted yet: the oldest first. */
export async function listUnanswered(db: Reader, jobId: number, limit: number): Promise<SeenComment[]> {
  const { rows } = await sql<Selectable<Tables['comments']>>`
    select * from comments as asked
    where job_id = ${jobId} and is_own = 0 and can_reply = 1 and message <> ''
      and not exists (select 1 from auto_replies
        where auto_replies.job_id = asked.job_id and auto_replies.comment_id = asked.comment_id)
      and not exists (select 1 from replies
        where replies.job_id = asked.job_id and replies.comment_id = asked.comment_id)
      and not exists (select 1 from comments as own
        where own.job_id = asked.job_id and own.parent_id = asked.comment_id and own.is_own = 1)
    order by posted_at, id limit ${limit}`.execute(db)
  return rows.map(readComment).map(({ comment_id, author, message }) => ({
    comment_id,
    comment_author: author.name ?? author.username,
    comment_username: author.username,
    commenter: author.id || author.username || author.name || null,
    comment_message: message,
  }))
}

/** Forgets the comments on the posts of an account that leaves its profile. */
export async function forgetComments(tx: Transaction, profileId: string, platform?: string): Promise<void> {
  // One statement for each index.
  for (const isOwn of [0, 1] as const)
    await tx
      .deleteFrom('comments')
      .where('profile_id', '=', profileId)
      .where('is_own', '=', sql.lit(isOwn))
      .$if(platform !== undefined, (query) => query.where('platform', '=', platform ?? ''))
      .execute()
}

/** Removes comments that were found long ago. */
export const pruneComments = (tx: Transaction, batch: Batch): Promise<number | null> =>
  walkOld(tx, { table: 'comments', time: 'found_at' }, batch, (isOld) =>
    tx.deleteFrom('comments').where(isOld).execute(),
  )
