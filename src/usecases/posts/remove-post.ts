import { isCancellable } from '../../domain/job-status.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { type JobRow, listJobs } from '../../store/jobs/jobs.ts'
import { markPostDeleted, type PostRow } from '../../store/posts/posts.ts'
import { actorOf } from '../actor-of.ts'
import type { Caller } from '../context.ts'
import { postConflict } from '../wrong-state.ts'
import { cancelJobs } from './cancel-jobs.ts'
import { lockOwnPost } from './own-post.ts'
import { hasStarted, isLost, isWaiting } from './show-post.ts'

interface StoppedPost {
  readonly post: PostRow
  readonly jobs: readonly JobRow[]
}

/** Deletes a post that has not started. Returns it with the jobs that this cancelled. */
export async function removePost(tx: Transaction, caller: Caller, id: number, now: number): Promise<StoppedPost> {
  const post = await lockOwnPost(tx, caller, id)
  const jobs = await listJobs(tx, [post.id])
  if (hasStarted(jobs))
    throw postConflict(
      'already_started',
      post,
      now,
      'Publishing has started, so the post can no longer be deleted. Queued and retrying jobs can still be cancelled with POST /jobs/{id}/cancel.',
    )
  const waiting = jobs.filter(isWaiting)
  const { now: deletedAt } = await cancelJobs(tx, caller, post, waiting, { deletes: true })
  await markPostDeleted(tx, post.id, { by: actorOf(caller), now: deletedAt })
  return { post, jobs: waiting }
}

/** Cancels every job of a post that can still be cancelled. The post stays. */
export async function cancelPost(tx: Transaction, caller: Caller, id: number, now: number): Promise<StoppedPost> {
  const post = await lockOwnPost(tx, caller, id)
  const jobs = await listJobs(tx, [post.id])
  const cancellable = jobs.filter((job) => isCancellable(job.status) && !isLost(job))
  if (cancellable.length === 0)
    throw postConflict(
      'not_cancellable',
      post,
      now,
      `No job of the post is queued or retrying, so there is nothing to cancel. GET /posts/${post.id} returns the results.`,
    )
  await cancelJobs(tx, caller, post, cancellable)
  return { post, jobs: cancellable }
}
