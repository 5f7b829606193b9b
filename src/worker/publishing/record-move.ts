import type { JobError } from '../../domain/job-error.ts'
import { type JobStatus, moveJob } from '../../domain/job-status.ts'
import type { ActionRequired, Json, PublishedPost } from '../../domain/outcome.ts'
import { type DelayCause, delayedEvent, jobFailedEvent, type NewEvent } from '../../domain/post-events.ts'
import { measurePosts } from '../../store/analytics/measured-posts.ts'
import { watchPosts } from '../../store/comments/watched-posts.ts'
import { appendEvents } from '../../store/deliveries/events.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { LostLease } from '../../store/engine/leases.ts'
import type { JobRow } from '../../store/jobs/jobs.ts'
import { changeLeasedJob } from '../../store/jobs/leased-jobs.ts'
import { writeMoved } from '../../store/jobs/moved-jobs.ts'
import { type Group, type GroupJob, lockGroup, lockGroups } from '../../store/posts/groups.ts'
import { updateGroups } from '../../store/posts/update-groups.ts'

/** The next status of a leased job, with what is stored about it. */
export type Move =
  | {
      readonly to: 'completed'
      readonly published: PublishedPost
      readonly result: Json
      /** In how many milliseconds its metrics and its comments are read first. */
      readonly readIn: number
    }
  | { readonly to: 'failed'; readonly error: JobError; readonly reason: string; readonly result?: Json }
  | { readonly to: 'retrying' }
  | { readonly to: 'action_required'; readonly action: ActionRequired; readonly result?: Json }

/** A leased job, and its next status. */
export interface JobMove {
  readonly job: JobRow
  readonly move: Move
  /** Nothing is left to do, so the job is never due again. */
  readonly ends: boolean
}

/** Moves one leased job. Throws `LostLease`. */
export async function recordMove(tx: Transaction, job: JobRow, move: Move): Promise<void> {
  const lost = await recordMoves(tx, [{ job, move, ends: false }])
  if (lost.size > 0) throw new LostLease('jobs')
}

/**
 * Moves leased jobs and their groups to their next status, and writes the events, in one transaction. A second call, made
 * because it is unknown whether the first one was stored, changes nothing. Returns the IDs of jobs that another worker has
 * taken over: nothing is written about them.
 */
export async function recordMoves(tx: Transaction, moving: readonly JobMove[]): Promise<ReadonlySet<number>> {
  const groups = await lockGroups(tx, [...new Set(moving.map(({ job }) => job.post_id))])
  const moves = groups.flatMap((group) => moving.flatMap((one) => moveIn(group, one) ?? []))
  const leased = await writeMoved(
    tx,
    moves.map(({ columns }) => columns),
  )
  const leasedMoves = moves.filter(({ job }) => leased.has(job.id))
  const published = leasedMoves.flatMap(({ job, move }) =>
    move.to === 'completed' ? [{ ...job, platformPostId: move.published.id, dueIn: move.readIn }] : [],
  )
  await measurePosts(tx, published)
  await watchPosts(tx, { jobIds: published.map(({ id }) => id) })
  await updateGroups(
    tx,
    groups.map((before) => {
      const own = leasedMoves.filter(({ job }) => job.post_id === before.id)
      const jobs = before.jobs.map((job) => own.find(({ after }) => after.id === job.id)?.after ?? job)
      const group = { ...before, jobs }
      return { group, events: own.flatMap((one) => eventsOf(group, one)) }
    }),
  )
  return new Set(moves.flatMap(({ job }) => (leased.has(job.id) ? [] : [job.id])))
}

/** The changes that a move makes; null if the job is not in this group, or has moved already. */
function moveIn(group: Group, { job, move, ends }: JobMove) {
  const before = group.jobs.find(({ id }) => id === job.id)
  if (!before || before.status === move.to) return null
  const after: GroupJob = { ...before, ...factsOf(move), status: moveJob(before.status, move.to) }
  const delay = delayOf(move.to)
  const newDelays = delay !== null && !before.reportedDelays.includes(delay) ? [delay] : []
  const { id, fence, result, error, failed_reason, action, platform_post_id, platform_post_url, finished_at } = job
  const columns = {
    ...{ id, fence, result, error, failed_reason, action, platform_post_id, platform_post_url, finished_at, ends },
    ...columnsOf(move, group.now),
    status: after.status,
    told_delayed: [...before.reportedDelays, ...newDelays],
  }
  return { job, move, after, newDelays, columns }
}

const eventsOf = (
  group: Group,
  { move, after, newDelays }: Pick<MovedJob, 'move' | 'after' | 'newDelays'>,
): readonly NewEvent[] => [
  ...(move.to === 'failed' ? [jobFailedEvent(group, after)] : []),
  ...newDelays.map((delay) => delayedEvent(group, after, delay)),
]

type MovedJob = NonNullable<ReturnType<typeof moveIn>>

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
export async function writeDelayEvent(tx: Transaction, job: JobRow): Promise<void> {
  const group = await lockGroup(tx, job.post_id)
  const late = group.jobs.find(({ id }) => id === job.id)
  if (!late || late.reportedDelays.includes('late')) return
  await changeLeasedJob(tx, job, { told_delayed: [...late.reportedDelays, 'late'] })
  await appendEvents(tx, { userId: group.userId, postId: group.id, now: group.now }, [
    delayedEvent(group, late, 'late'),
  ])
}
