import { type JobStatus, moveJob } from '../../domain/job-status.ts'
import type { NewEvent } from '../../domain/post-events.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { changeIdleJob, type JobRow } from '../../store/jobs/jobs.ts'
import { type Group, type GroupJob, lockGroup } from '../../store/posts/groups.ts'
import { updateGroups } from '../../store/posts/update-groups.ts'
import { jobConflict } from '../wrong-state.ts'

export type JobChanges = Parameters<typeof changeIdleJob>[2] & { readonly status: JobStatus }

/**
 * Changes jobs of one post that this transaction has locked, and their group, and writes the events. `changesOf` gets
 * the database's time. `eventsOf` says what else is reported.
 */
export async function moveJobs(
  tx: Transaction,
  postId: number,
  jobs: readonly JobRow[],
  changesOf: (now: number, job: JobRow) => JobChanges,
  eventsOf: (group: Group) => readonly NewEvent[] = () => [],
): Promise<Group> {
  const before = await lockGroup(tx, postId)
  const moved = new Map<number, JobChanges>()
  for (const job of jobs) {
    const changes = changesOf(before.now, job)
    await changeJob(tx, job, { ...changes, status: moveJob(job.status, changes.status), updated_at: before.now })
    moved.set(job.id, changes)
  }
  const after = { ...before, jobs: before.jobs.map((job) => ({ ...job, ...factsOf(moved.get(job.id)) })) }
  await updateGroups(tx, [{ group: after, events: eventsOf(after) }])
  return after
}

/** Changes a job of a post that this transaction has locked. */
export async function changeJob(tx: Transaction, job: JobRow, changes: Parameters<typeof changeIdleJob>[2]) {
  if (!job.readable)
    throw jobConflict('wrong_state', job, 'A newer Polypost has written this job. Update this one, then try again.')
  if (!(await changeIdleJob(tx, job, changes))) throw new Error(`Job ${job.id} changed while its post was locked.`)
}

/** The changes that the group contains. */
function factsOf(changes: JobChanges | undefined): Partial<GroupJob> {
  if (!changes) return {}
  const { status, started_at, platform_post_id, platform_post_url, error, action } = changes
  return {
    status,
    ...(started_at !== undefined && { startedAt: started_at }),
    ...(platform_post_id !== undefined && { platformPostId: platform_post_id }),
    ...(platform_post_url !== undefined && { platformPostUrl: platform_post_url }),
    ...(error !== undefined && { error }),
    ...(action !== undefined && { action }),
  }
}
