import type { UseCase } from '../context.ts'
import { lockOwnJob, ownJob } from '../posts/own-post.ts'
import { requeueFailed } from '../posts/requeue.ts'
import { jobConflict } from '../wrong-state.ts'
import { showJob } from './show-job.ts'

export const retryJob: UseCase<'retryJob'> = async (call) => {
  const { database, caller, params, wake, answer } = call
  const answered = await database.ofUser(caller.userId, async (tx) => {
    const { job, post } = await lockOwnJob(tx, caller, params.id)
    if (job.status !== 'failed')
      throw jobConflict('wrong_state', job, `The job is ${job.status}; only a failed job can be tried again.`)
    await requeueFailed(tx, call, post, [job])
    const after = await ownJob(tx, caller, job.id)
    return answer(tx, showJob(after.job, after.post))
  })
  wake()
  return answered
}
