import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import type { JobRow } from '../../store/jobs/jobs.ts'
import type { UseCase } from '../context.ts'
import { tellCancelled } from './cancel-jobs.ts'
import { removePost } from './remove-post.ts'

export const deletePost: UseCase<'deletePost'> = async (call) => {
  const { database, clock, caller, params, wake } = call
  let stopped: readonly JobRow[] = []
  const response = await database.ofUser<Output<Operations['deletePost']>>(caller.userId, async (tx) => {
    const { post, jobs } = await removePost(tx, caller, params.id, clock.now())
    stopped = jobs
    return {
      status: 'ok',
      data: { id: post.id, batch_id: post.batch_id, deleted: true, cancelled_job_ids: jobs.map(({ id }) => id) },
    }
  })
  // An event and a status change must be sent.
  wake()
  tellCancelled(call, stopped)
  return response
}
