import type { JobError } from '../../domain/job-error.ts'
import { formatOf } from '../../domain/job-format.ts'
import type { PlannedStep } from '../../domain/plan.ts'
import { minute } from '../../domain/time.ts'
import { isAway } from '../../store/engine/away.ts'
import { LostLease } from '../../store/engine/leases.ts'
import type { ClaimedJob } from '../../store/jobs/due-jobs.ts'
import { findJob, type JobRow } from '../../store/jobs/jobs.ts'
import { changeLeasedJob, handBack } from '../../store/jobs/leased-jobs.ts'
import { listSteps, type StepRow, writeSteps } from '../../store/jobs/steps.ts'
import { needsNewerVersion, parkJobs } from '../../store/jobs/unreadable-jobs.ts'
import { crashPoint } from '../../system/crash-point.ts'
import { tellJobEnded } from '../../system/job-ended.ts'
import { randomFraction } from '../../system/random.ts'
import {
  asAccount,
  type JobWork,
  type PublishServices,
  persist,
  persistWhileLeased,
  writeWhileLeased,
} from '../job-work.ts'
import { recordMove, writeDelayEvent } from './record-move.ts'
import { isLost, resolveLost, searchedFrom } from './resolve-lost.ts'
import { announcedFirst, takeStep } from './take-step.ts'
import { watchAction } from './watch-action.ts'

/** A job that begins later than this is reported as delayed. */
const lateAfter = minute

/**
 * Continues a claimed job: plans it once, takes its steps in order, and gives it back when it has ended or has to wait.
 * If this stops half-way, the next worker continues from the last step that was stored.
 */
export async function publish(
  services: PublishServices,
  job: ClaimedJob,
  signal: AbortSignal,
  assertLeased: () => void,
): Promise<void> {
  try {
    crashPoint('publish.claimed')
    if (job.status === 'action_required') return await watchAction(services, job, signal)
    const work = await openWork(services, job, { signal, assertLeased })
    if (work && isLost(job)) return await resolveLost(work)
    for (const position of work?.plan.keys() ?? [])
      if (work && (await takeStep(work, position)) === 'handed back') return
    await persist(services, (tx) => handBack(tx, job, { dueIn: null, keepLane: false }))
  } catch (error) {
    // Another worker has the job, or will have it when this lease ends.
    if (error instanceof LostLease || signal.aborted) return
    services.log.error({ err: error, job_id: job.id }, 'work on a job failed')
    // A bug would fail again in every turn; an unreachable database would not.
    if (!isAway(error))
      await endUnpublished(services, job, broken).catch((err) =>
        services.log.error({ err, job_id: job.id }, 'a job could not be marked as failed'),
      )
  }
}

async function openWork(
  services: PublishServices,
  job: ClaimedJob,
  lease: Pick<JobWork, 'signal' | 'assertLeased'>,
): Promise<JobWork | null> {
  const { database, platforms, clock } = services
  const { account } = job
  const platform = platforms.find(({ name }) => name === job.platform)
  const steps = job.plan === null ? [] : await listSteps(database.read, job.id)
  const known = new Map(steps.map((step) => [step.position, step]))
  if (!platform || !account || account.remote_id !== job.remote_account_id || account.environment !== job.environment) {
    await endUnpublished(services, job, gone)
    return null
  }
  if (job.plan?.some(({ action }) => !platform.live.actions[action])) {
    await parkForNewer(services, job)
    return null
  }
  const begun = performance.now()
  const now = isLost(job) ? searchedFrom(job) : clock.now()
  const plan = job.plan ?? platform.live.plan(job.content, asAccount(account), { now, fraction: randomFraction })
  const work: JobWork = {
    ...services,
    ...lease,
    job,
    platform,
    account,
    justRead: account,
    plan,
    steps: known,
    announced: new Set(),
    now: () => job.updated_at + Math.round(performance.now() - begun),
  }
  if (!isLost(job) && isTooLate(work, job)) {
    await endUnpublished(work, job, missed)
    return null
  }
  if (job.plan === null) await storePlan(work, plan)
  return work
}

/** Stored before the first call and never made again: a repeated call must be the same, with the same keys. */
async function storePlan(work: JobWork, plan: readonly PlannedStep[]): Promise<void> {
  const { job, pace } = work
  if (job.updated_at - job.scheduled_for > pace(lateAfter))
    await persistWhileLeased(work, (tx) => writeDelayEvent(tx, job))
  const first = isLost(job) ? null : announcedFirst(work)
  try {
    await writeWhileLeased(work, () =>
      work.writePlanned({ id: job.id, fence: job.fence, plan, needs: formatOf(work.platform), first }),
    )
  } catch (error) {
    if (work.signal.aborted && first) await withdraw(work, plan, first)
    throw error
  }
  if (first) {
    work.steps.set(first.position, first)
    work.announced.add(first.position)
  }
  crashPoint('publish.planned')
}

/**
 * The plan names an action that this version does not have. The job keeps its account: a step may be in doubt, and nothing
 * else may be published there before that is settled.
 */
async function parkForNewer(services: PublishServices, job: JobRow): Promise<void> {
  services.log.warn({ job_ids: [job.id] }, needsNewerVersion)
  await persist(services, async (tx) => {
    await parkJobs(tx, [job.id])
    await handBack(tx, job, { dueIn: 0, keepLane: true })
  })
}

/** The announcement may be stored, although nothing was sent. If nobody has taken the job over, there is no doubt. */
const withdraw = ({ job, ...work }: JobWork, plan: readonly PlannedStep[], first: StepRow): Promise<void> =>
  persist(work, async (tx) => {
    await changeLeasedJob(tx, job, { plan, needs: formatOf(work.platform) })
    await writeSteps(tx, [{ ...first, status: 'open', tries: 0 }])
    await handBack(tx, job, { dueIn: 0, keepLane: false })
  })

interface Reason {
  readonly error: JobError
  readonly reason: string
}

const gone: Reason = {
  error: 'account_disconnected',
  reason:
    'The account that this post was made for is no longer connected in its profile. Connect it again, then retry the job.',
}

const missed: Reason = {
  error: 'schedule_missed',
  reason:
    'This was not published at its time, because Polypost did not run or could not, and now it is too late to publish it without asking. Nothing was sent. Retry the job to publish it now.',
}

/** Nothing of it is visible yet, and a person should decide whether it still is to be. */
const isTooLate = ({ plan, steps, platform, greatestLateness }: JobWork, { status, updated_at, was_due }: ClaimedJob) =>
  status !== 'completed' &&
  updated_at - was_due > greatestLateness &&
  !plan.some(({ action }, position) => {
    const step = steps.get(position)
    const isCommit = platform.live.actions[action]?.kind === 'commit'
    return isCommit && step !== undefined && (step.status !== 'open' || step.saved !== null)
  })

const broken: Reason = {
  error: 'internal_error',
  reason:
    'Polypost failed with an internal error; its log has the details. Retry the job after an update, or report the error.',
}

/** A commit that has saved something may have been accepted by the platform, and waits there to become visible. */
function isCommit({ platforms }: Pick<JobWork, 'platforms'>, job: JobRow | undefined, { position }: StepRow): boolean {
  const live = platforms.find(({ name }) => name === job?.platform)?.live
  const step = job?.plan?.[position]
  return step !== undefined && live?.actions[step.action]?.kind === 'commit'
}

/** Ends the job. A commit that is in doubt stays in doubt, and a person has to check it. */
async function endUnpublished(
  services: Pick<JobWork, 'database' | 'platforms' | 'stopping' | 'log' | 'metrics'>,
  job: JobRow,
  { error, reason }: Reason,
): Promise<void> {
  const end = await persist(services, async (tx) => {
    const [now, steps] = [await findJob(tx, job.user_id, job.id), await listSteps(tx, job.id)]
    const inDoubt =
      isLost(job) ||
      steps.some(
        (step) =>
          step.status === 'begun' || (step.status === 'open' && step.saved !== null && isCommit(services, now, step)),
      )
    const action = { code: 'outcome_unknown', message: reason, lookAt: [] } as const
    const warning = { code: 'comment_failed', severity: 'warning', message: reason, details: { error } } as const
    const isMoved = now !== undefined && now.status !== 'completed'
    if (now?.status === 'completed')
      await changeLeasedJob(tx, job, { warnings: [...now.warnings, { ...warning, at: job.updated_at }] })
    if (isMoved)
      await recordMove(tx, job, inDoubt ? { to: 'action_required', action } : { to: 'failed', error, reason })
    await handBack(tx, job, { dueIn: null, keepLane: false })
    if (!isMoved) return null
    return inDoubt
      ? ({ outcome: 'action_required', error: action.code } as const)
      : ({ outcome: 'failed', error } as const)
  })
  if (end) tellJobEnded(services, job, { ...end, at: job.updated_at })
}
