import type { UseCase } from '../context.ts'
import { lockOwnJob, ownJob } from '../posts/own-post.ts'
import { jobConflict } from '../wrong-state.ts'
import { confirmPublished } from './confirm-published.ts'
import { showJob } from './show-job.ts'

export const attachTiktokUrl: UseCase<'attachTiktokUrl'> = async (call) => {
  const { database, caller, params, body, answer } = call
  const answered = await database.ofUser(caller.userId, async (tx) => {
    const { job } = await lockOwnJob(tx, caller, params.id)
    if (job.action?.code !== 'finish_in_app')
      throw jobConflict(
        'wrong_state',
        job,
        `The job is ${job.status}; a URL can be attached only to a job that is action_required with finish_in_app.`,
      )
    await confirmPublished(tx, call, job, body.url)
    const after = await ownJob(tx, caller, job.id)
    return answer(tx, showJob(after.job, after.post))
  })
  // An event and a status change must be sent.
  call.wake()
  return answered
}
