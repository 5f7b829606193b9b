import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { folded } from '../../domain/folded.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import { databaseNow } from '../engine/kind.ts'
import { numbersIn, textsIn } from '../engine/listed.ts'
import { holds } from '../posts/post-list.ts'
import { inScope, type ProfileScope } from '../scope.ts'
import type { Tables } from '../tables.ts'
import { readAutoReply } from './auto-replies.ts'
import { type CommentRow, readComment } from './comments.ts'
import { readReply } from './replies.ts'

/** Which comments of others are meant. */
export interface InboxFilters {
  readonly scope: ProfileScope
  readonly platform?: string | undefined
  readonly jobIds?: readonly number[] | undefined
  readonly unread?: boolean | undefined
  readonly needsApproval?: boolean | undefined
  readonly search?: string | undefined
  /** Those found up to this time. */
  readonly until?: number | undefined
  readonly ids?: readonly number[] | undefined
}

export type InboxPosition = Pick<CommentRow, 'posted_at' | 'id'>

type Builder = ExpressionBuilder<Tables, 'comments'>

function conditions(db: Reader, e: Builder, filters: InboxFilters) {
  const { scope, platform, jobIds, unread, needsApproval, search, until, ids } = filters
  return e.and([
    inScope(db, scope, 'comments'),
    // Also for one profile: the index of unread comments begins with the user. For other lists SQLite would then take the
    // index of the user's comments, and read those of all profiles.
    ...(unread ? [e('user_id', '=', scope.userId)] : []),
    e('is_own', '=', 0),
    ...(platform === undefined ? [] : [e('platform', '=', platform)]),
    ...(jobIds === undefined ? [] : [e('job_id', 'in', numbersIn(db, jobIds))]),
    ...(unread === undefined ? [] : [e('read_at', unread ? 'is' : 'is not', null)]),
    ...(needsApproval === undefined ? [] : [needsApproval ? isAwaited(e) : e.not(isAwaited(e))]),
    ...(search === undefined ? [] : [holds(db, folded(search))]),
    ...(until === undefined ? [] : [e('found_at', '<=', until)]),
    ...(ids === undefined ? [] : [e('id', 'in', numbersIn(db, ids))]),
  ])
}

const isAwaited = (e: Builder) =>
  e.exists(
    e
      .selectFrom('auto_replies')
      .select('auto_replies.id')
      .whereRef('auto_replies.job_id', '=', 'comments.job_id')
      .whereRef('auto_replies.comment_id', '=', 'comments.comment_id')
      .where('auto_replies.status', '=', 'awaiting_approval'),
  )

/** Comments of others, newest first, after the last one of the page before. */
export async function listInbox(
  db: Reader,
  filters: InboxFilters,
  { after, limit }: { readonly after: InboxPosition | null; readonly limit: number },
): Promise<CommentRow[]> {
  const rows = await db
    .selectFrom('comments')
    .selectAll()
    .where((e) => conditions(db, e, filters))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(posted_at, id) < (${after?.posted_at ?? 0}, ${after?.id ?? 0})`),
    )
    .orderBy('posted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(readComment)
}

export async function countInbox(db: Reader, { scope }: Pick<InboxFilters, 'scope'>) {
  const count = async (filters: Pick<InboxFilters, 'unread' | 'needsApproval'>): Promise<number> => {
    const { count } = await db
      .selectFrom('comments')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where((e) => conditions(db, e, { scope, ...filters }))
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  const [unread, needs_approval] = await Promise.all([count({ unread: true }), count({ needsApproval: true })])
  return { unread, needs_approval }
}

/** Returns how many were not marked so before. */
export async function markInbox(tx: Transaction, filters: InboxFilters, read: boolean): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('comments')
    .set({ read_at: read ? databaseNow(tx) : null })
    .where((e) => conditions(tx, e, { ...filters, unread: read }))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function findEntry(db: Reader, userId: number, id: number): Promise<CommentRow | undefined> {
  const [row] = await listInbox(db, { scope: { userId, profileIds: null }, ids: [id] }, { after: null, limit: 1 })
  return row
}

/** The comments on these posts with these IDs of the platform. */
export async function findComments(db: Reader, jobIds: readonly number[], ids: readonly string[]) {
  const rows = await db
    .selectFrom('comments')
    .selectAll()
    .where('job_id', 'in', numbersIn(db, jobIds))
    .where('comment_id', 'in', textsIn(db, ids))
    .execute()
  return rows.map(readComment)
}

/** The first replies to each of these comments, the oldest first. */
export async function listReplies(db: Reader, entries: readonly CommentRow[], limit: number): Promise<CommentRow[]> {
  const { rows } = await sql<Selectable<Tables['comments']>>`
    select * from (
      select comments.*, row_number() over (partition by job_id, parent_id order by posted_at, id) as rank
      from comments
      where job_id in ${numbersIn(db, [...new Set(entries.map(({ job_id }) => job_id))])}
        and parent_id in ${textsIn(
          db,
          entries.map(({ comment_id }) => comment_id),
        )}
    ) as answers
    where rank <= ${limit}
    order by posted_at, id`.execute(db)
  return rows.map(readComment)
}

/** No thread is deeper. */
const maxDepth = 50

/** The thread of a comment, beginning with the comment directly under the post, the oldest first. */
export async function listThread(db: Reader, entry: CommentRow, limit: number): Promise<CommentRow[]> {
  let root = entry
  for (let depth = 0; depth < maxDepth && root.parent_id !== null; depth += 1) {
    const [parent] = await findComments(db, [root.job_id], [root.parent_id])
    if (!parent) break
    root = parent
  }
  const { rows } = await sql<Selectable<Tables['comments']>>`
    with recursive thread (id, job_id, comment_id, depth) as (
      select id, job_id, comment_id, 0 from comments where id = ${root.id}
      union all
      select comments.id, comments.job_id, comments.comment_id, thread.depth + 1
      from comments join thread on comments.job_id = thread.job_id and comments.parent_id = thread.comment_id
      where thread.depth < ${sql.lit(maxDepth)}
    )
    select comments.* from comments where id in (select id from thread)
    order by posted_at, id limit ${limit}`.execute(db)
  return rows.map(readComment)
}

/** The data that is shown with comments: their posts, replies that were sent, and automatic ones. */
export async function readBeside(db: Reader, entries: readonly CommentRow[]) {
  const jobIds = numbersIn(db, [...new Set(entries.map(({ job_id }) => job_id))])
  const ids = textsIn(
    db,
    entries.map(({ comment_id }) => comment_id),
  )
  const [posts, sent, drafted] = await Promise.all([
    db
      .selectFrom('jobs')
      .innerJoin('posts', 'posts.id', 'jobs.post_id')
      .leftJoin('accounts', (join) =>
        join
          .onRef('accounts.profile_id', '=', 'jobs.profile_id')
          .onRef('accounts.platform', '=', 'jobs.platform')
          .onRef('accounts.remote_id', '=', 'jobs.remote_account_id')
          .onRef('accounts.environment', '=', 'jobs.environment'),
      )
      .select(['jobs.id', 'jobs.post_id', 'jobs.platform', 'jobs.named', 'jobs.platform_post_id'])
      .select(['jobs.platform_post_url', 'jobs.finished_at', 'posts.message', 'accounts.status as account'])
      .where('jobs.id', 'in', jobIds)
      .execute(),
    db
      .selectFrom('replies')
      .selectAll()
      .where('job_id', 'in', jobIds)
      .where('comment_id', 'in', ids)
      .orderBy('id')
      .execute(),
    db.selectFrom('auto_replies').selectAll().where('job_id', 'in', jobIds).where('comment_id', 'in', ids).execute(),
  ])
  return { posts, sent: sent.map(readReply), drafted: drafted.map(readAutoReply) }
}
