import type { JobRow } from '../../store/jobs/jobs.ts'
import { deleteSteps, reopenSteps } from '../../store/jobs/steps.ts'
import { tellJobEnded } from '../../system/job-ended.ts'
import type { UseCase } from '../context.ts'
import { moveJobs } from '../posts/move-jobs.ts'
import { lockOwnJob, ownJob } from '../posts/own-post.ts'
import { isLost } from '../posts/show-post.ts'
import { jobConflict } from '../wrong-state.ts'
import { confirmPublished } from './confirm-published.ts'
import { showJob } from './show-job.ts'

export const resolveJob: UseCase<'resolveJob'> = async (call) => {
  const { database, caller, params, body, wake, answer } = call
  let resolved: JobRow | undefined
  const answered = await database.ofUser(caller.userId, async (tx) => {
    const { job } = await lockOwnJob(tx, caller, params.id)
    if (job.action?.code !== 'outcome_unknown')
      throw jobConflict(
        'wrong_state',
        job,
        `The job is ${job.status}; only a job that is action_required with outcome_unknown can be resolved.`,
      )
    if (body.url !== undefined) await confirmPublished(tx, call, job, body.url)
    else {
      // Otherwise the job keeps its plan: the results of its finished steps are used again.
      const isAnew = isLost(job)
      await (isAnew ? deleteSteps(tx, job.id) : reopenSteps(tx, job.id))
      await moveJobs(tx, job.post_id, [job], (now) => ({
        ...(isAnew && { plan: null, lost_since: null }),
        status: 'queued',
        attempts: 0,
        action: null,
        due_at: now,
        scheduled_for: now,
      }))
    }
    const after = await ownJob(tx, caller, job.id)
    resolved = job
    return answer(tx, showJob(after.job, after.post))
  })
  wake()
  if (body.url !== undefined && resolved)
    tellJobEnded(call, resolved, { outcome: 'completed', at: call.clock.now(), byPerson: true })
  return answered
}
