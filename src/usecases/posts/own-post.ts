import { notFound } from '../../contract/errors.ts'
import type { Reader, Transaction } from '../../store/engine/database.ts'
import { findJob, type JobRow } from '../../store/jobs/jobs.ts'
import { findDeletedPost, findPost, lockPost, type PostRow } from '../../store/posts/posts.ts'
import type { Caller } from '../context.ts'
import { postConflict } from '../wrong-state.ts'

/** The caller's post with this ID, or with a job of this ID. */
export async function ownPost(db: Reader, { userId }: Caller, id: number): Promise<PostRow> {
  const post = await findPost(db, userId, id)
  if (!post) throw notFound('post')
  return post
}

/** The caller's deleted post with this ID, or with a job of this ID. */
export async function deletedPost(db: Reader, caller: Caller, id: number, now: number): Promise<PostRow> {
  const deleted = await findDeletedPost(db, caller.userId, id)
  if (deleted) return deleted
  throw postConflict('wrong_state', await ownPost(db, caller, id), now, 'The post is not deleted.')
}

/** The caller's post, and nobody else changes the post or its jobs until the transaction ends. */
export async function lockOwnPost(tx: Transaction, { userId }: Caller, id: number): Promise<PostRow> {
  const post = await lockPost(tx, userId, id)
  if (!post) throw notFound('post')
  return post
}

/** Throws if the post's revision is another one. */
export function checkRevision(post: PostRow, expected: number, now: number): void {
  if (post.revision !== expected)
    throw postConflict(
      'revision_conflict',
      post,
      now,
      `Somebody changed this post after you read it, so nothing was done. Read it again, then repeat your change. (Its revision is ${post.revision}, and yours was ${expected}.)`,
    )
}

/** The caller's job with this ID, and its post. */
export async function ownJob(db: Reader, { userId }: Caller, id: number): Promise<{ job: JobRow; post: PostRow }> {
  const job = await findJob(db, userId, id)
  const post = job && (await findPost(db, userId, job.post_id))
  if (!job || !post) throw notFound('job')
  return { job, post }
}

/** The same, and nobody else changes them until the transaction ends. */
export async function lockOwnJob(
  tx: Transaction,
  { userId }: Caller,
  id: number,
): Promise<{ job: JobRow; post: PostRow }> {
  const post = await lockPost(tx, userId, id)
  const job = post && (await findJob(tx, userId, id))
  if (!job) throw notFound('job')
  return { job, post }
}
