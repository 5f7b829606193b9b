import { isCancellable } from '../../domain/job-status.ts'
import type { JobRow } from '../../store/jobs/jobs.ts'
import type { UseCase } from '../context.ts'
import { cancelJobs, tellCancelled } from '../posts/cancel-jobs.ts'
import { lockOwnJob } from '../posts/own-post.ts'
import { isLost } from '../posts/show-post.ts'
import { jobConflict } from '../wrong-state.ts'

export const cancelJob: UseCase<'cancelJob'> = async (call) => {
  const { database, caller, params, wake, answer } = call
  let stopped: readonly JobRow[] = []
  const answered = await database.ofUser(caller.userId, async (tx) => {
    const { job, post } = await lockOwnJob(tx, caller, params.id)
    const { status } = job
    if (!isCancellable(status))
      throw jobConflict(
        'not_cancellable',
        job,
        `The job is ${status}; only a queued or retrying job can be cancelled. GET /jobs/${job.id} returns its result.`,
      )
    if (isLost(job))
      throw jobConflict(
        'not_cancellable',
        job,
        'The database of this instance was restored, and this job may have been published before that. Its platform is asked first.',
      )
    const group = await cancelJobs(tx, caller, post, [job])
    stopped = [job]
    const completed = group.jobs.filter((one) => one.status === 'completed')
    return answer(tx, {
      status: 'ok' as const,
      data: {
        job_id: job.id,
        batch_id: post.batch_id,
        platform: job.named,
        previous_status: status,
        status: 'cancelled' as const,
        completed_job_ids_preserved: completed.map(({ id }) => id),
      },
    })
  })
  // An event and a status change must be sent.
  wake()
  tellCancelled(call, stopped)
  return answered
}
