import type { Transaction } from '../../store/engine/database.ts'
import { type JobRow, untouched } from '../../store/jobs/jobs.ts'
import { deleteSteps } from '../../store/jobs/steps.ts'
import type { PostRow } from '../../store/posts/posts.ts'
import type { Caller, Services } from '../context.ts'
import { refusal } from '../refuse.ts'
import { moveJobs } from './move-jobs.ts'
import { allowanceFinding } from './posting-allowance.ts'

/** Queues failed jobs of one post again, now. They use the allowance of this month again. */
export async function requeueFailed(
  tx: Transaction,
  call: Pick<Services, 'clock' | 'limits'> & { readonly caller: Caller },
  { id: postId }: Pick<PostRow, 'id'>,
  jobs: readonly JobRow[],
): Promise<void> {
  const finding = await allowanceFinding(tx, call, { dueAt: call.clock.now(), jobs: jobs.length })
  if (finding) throw refusal([finding])
  for (const job of jobs) await deleteSteps(tx, job.id)
  await moveJobs(tx, postId, jobs, (now) => ({ ...untouched, due_at: now, scheduled_for: now }))
}
