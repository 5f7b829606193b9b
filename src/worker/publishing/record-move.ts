import type { JobError } from '../../domain/job-error.ts'
import { type JobStatus, moveJob } from '../../domain/job-status.ts'
import type { ActionRequired, Json, Published } from '../../domain/outcome.ts'
import { type DelayCause, delayedEvent, jobFailedEvent } from '../../domain/post-events.ts'
import { changeHeldJob } from '../../store/due-jobs.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { appendEvents } from '../../store/events.ts'
import { type GroupJob, lockGroup } from '../../store/groups.ts'
import type { JobRow } from '../../store/jobs.ts'
import { measurePost } from '../../store/measured-posts.ts'
import { updateGroup } from '../../store/update-group.ts'
import { watchPosts } from '../../store/watched-posts.ts'

/** The next status of a held job, with what is stored about it. */
export type Move =
  | {
      readonly to: 'completed'
      readonly published: Published
      readonly result: Json
      /** In how many milliseconds its metrics and its comments are read first. */
      readonly readIn: number
    }
  | { readonly to: 'failed'; readonly error: JobError; readonly reason: string; readonly result?: Json }
  | { readonly to: 'retrying' }
  | { readonly to: 'action_required'; readonly action: ActionRequired; readonly result?: Json }

/**
 * Moves a held job and its group to their next status, and writes the events, in one transaction. A second call, made
 * because it is unknown whether the first one was stored, changes nothing.
 */
export async function recordMove(tx: Transaction, job: JobRow, move: Move): Promise<void> {
  const group = await lockGroup(tx, job.post_id)
  const before = group.jobs.find(({ id }) => id === job.id)
  if (!before || before.status === move.to) return
  const after: GroupJob = { ...before, ...factsOf(move), status: moveJob(before.status, move.to) }
  const delay = delayOf(move.to)
  const tells = delay !== null && !before.reportedDelays.includes(delay)

  await changeHeldJob(tx, job, {
    ...columnsOf(move, group.now),
    status: after.status,
    ...(tells ? { told_delayed: [...before.reportedDelays, delay] } : {}),
  })
  if (move.to === 'completed') {
    await measurePost(tx, job, { platformPostId: move.published.id, dueIn: move.readIn })
    await watchPosts(tx, { jobId: job.id, dueIn: move.readIn })
  }
  const jobs = group.jobs.map((one) => (one.id === job.id ? after : one))
  await updateGroup(tx, { ...group, jobs }, [
    ...(move.to === 'failed' ? [jobFailedEvent({ ...group, jobs }, after)] : []),
    ...(tells ? [delayedEvent({ ...group, jobs }, after, delay)] : []),
  ])
}

function factsOf(move: Move): Partial<GroupJob> {
  if (move.to === 'completed') return { platformPostId: move.published.id, platformPostUrl: move.published.url }
  if (move.to === 'failed') return { error: move.error }
  return move.to === 'action_required' ? { action: move.action } : {}
}

function columnsOf(move: Move, now: number) {
  const result = 'result' in move && move.result !== undefined ? { result: move.result } : {}
  switch (move.to) {
    case 'completed':
      return {
        ...result,
        platform_post_id: move.published.id,
        platform_post_url: move.published.url,
        action: null,
        finished_at: now,
      }
    case 'failed':
      return { ...result, error: move.error, failed_reason: move.reason, action: null, finished_at: now }
    case 'action_required':
      return { ...result, action: move.action }
    case 'retrying':
      return {}
  }
}

const delayOf = (to: JobStatus): DelayCause | null => (to === 'retrying' || to === 'action_required' ? to : null)

/** Writes one event about a job that is late. The caller holds the job. */
export async function tellLate(tx: Transaction, job: JobRow): Promise<void> {
  const group = await lockGroup(tx, job.post_id)
  const late = group.jobs.find(({ id }) => id === job.id)
  if (!late || late.reportedDelays.includes('late')) return
  await changeHeldJob(tx, job, { told_delayed: [...late.reportedDelays, 'late'] })
  await appendEvents(tx, { userId: group.userId, postId: group.id, now: group.now }, [
    delayedEvent(group, late, 'late'),
  ])
}
