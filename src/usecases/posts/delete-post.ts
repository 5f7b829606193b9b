import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { listJobs } from '../../store/jobs.ts'
import { markPostDeleted } from '../../store/posts.ts'
import type { UseCase } from '../context.ts'
import { postConflict } from '../wrong-state.ts'
import { moveJobs } from './move-jobs.ts'
import { ownPost } from './own-post.ts'
import { hasStarted, isWaiting } from './show-post.ts'

export const deletePost: UseCase<'deletePost'> = async ({ database, clock, caller, params, wake }) => {
  const response = await database.transaction<Output<Operations['deletePost']>>(async (tx) => {
    const post = await ownPost(tx, caller, params.id)
    const jobs = await listJobs(tx, [post.id])
    if (hasStarted(jobs))
      throw postConflict(
        'already_started',
        post,
        clock.now(),
        'Publishing has started, so the post can no longer be deleted. Queued and retrying jobs can still be cancelled with POST /jobs/{id}/cancel.',
      )
    const waiting = jobs.filter(isWaiting)
    const { now } = await moveJobs(tx, post.id, waiting, (at) => ({
      status: 'cancelled',
      due_at: null,
      finished_at: at,
    }))
    await markPostDeleted(tx, post.id, now)
    return {
      status: 'ok',
      data: { id: post.id, batch_id: post.batch_id, deleted: true, cancelled_job_ids: waiting.map(({ id }) => id) },
    }
  })
  // An event and a status change must be sent.
  wake()
  return response
}
