import { backoff, maxAttempts } from '../../domain/backoff.ts'
import type { JobError } from '../../domain/job-error.ts'
import { firstRead } from '../../domain/metric-schedule.ts'
import type { Outcome } from '../../domain/outcome.ts'
import type { PlannedStep } from '../../domain/plan.ts'
import { hour, minute } from '../../domain/time.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { changeLeasedJob, handBack } from '../../store/jobs/leased-jobs.ts'
import { type StepRow, writeSteps } from '../../store/jobs/steps.ts'
import { crashPoint } from '../../system/crash-point.ts'
import { tellJobEnded } from '../../system/job-ended.ts'
import { randomFraction } from '../../system/random.ts'
import { type JobWork, persist, persistWhileLeased, retryWrite } from '../job-work.ts'
import { type CallRefusal, type DoubtResult, doubtOf, resolveDoubt, resolveRefusal } from './doubt.ts'
import { actionOf, notSent, perform } from './perform.ts'
import { type Move, recordMove } from './record-move.ts'
import { nextCheck } from './watch-action.ts'

/** Whether the turn continues with the next step, or the job was given back. */
export type Progress = 'go on' | 'handed back'

type Done = Extract<Outcome, { type: 'done' }>

const defaultWaitLimit = hour

export async function takeStep(work: JobWork, position: number): Promise<Progress> {
  const step = stepAt(work, position)
  const row = stepRow(work, position)
  if (row.status === 'done' || row.status === 'failed') return 'go on'
  if (row.status === 'begun' && !work.announced.has(position)) {
    const resolved = await resolveDoubt(work, step, row)
    if (resolved.type !== 'again') return endDoubt(work, row, resolved)
  }
  const { kind } = actionOf(work, step)
  let announced: StepRow
  try {
    announced = await announce(work, row)
  } catch (error) {
    if (!work.signal.aborted) throw error
    // The announcement may be stored, although nothing was sent. If nobody has taken the job over, there is no doubt.
    return apply(work, step, row, notSent)
  }
  crashPoint(`publish.${kind}.begun`)
  const outcome = await perform(work, step, announced)
  crashPoint(`publish.${kind}.answered`)
  return apply(work, step, work.steps.get(position) ?? announced, outcome)
}

async function endDoubt(
  work: JobWork,
  row: StepRow,
  resolved: Exclude<DoubtResult, { type: 'again' }>,
): Promise<Progress> {
  if (resolved.type === 'done') return succeed(work, row, resolved)
  return resolved.type === 'given up' ? failStep(work, row, resolved) : 'handed back'
}

function stepAt({ plan, job }: JobWork, position: number): PlannedStep {
  const step = plan[position]
  if (!step) throw new Error(`Job ${job.id} has no step ${position}.`)
  return step
}

/** The row of a step; if none is known, that of an untouched step. */
export const stepRow = (work: JobWork, position: number): StepRow =>
  work.steps.get(position) ?? untouched(work, position)

const untouched = ({ job, now }: JobWork, position: number): StepRow => ({
  job_id: job.id,
  position,
  status: 'open',
  tries: 0,
  saved: null,
  result: null,
  started_at: now(),
  doubt_since: null,
  finished_at: null,
})

const isVisible = (work: JobWork, position: number): boolean => {
  const { kind } = actionOf(work, stepAt(work, position))
  return kind === 'commit' || kind === 'follow_up'
}

/** A step that was in doubt stays in doubt: a refusal as a duplicate may then refer to its first try. */
const begun = (work: JobWork, row: StepRow): StepRow => ({
  ...row,
  status: 'begun',
  doubt_since: row.status === 'begun' ? (row.doubt_since ?? work.now()) : row.doubt_since,
  tries: row.tries + 1,
  // A step that only waits is still on the same try, however often it is continued.
  started_at: row.status === 'begun' ? work.now() : row.started_at,
})

/** Stores that a call will be made which can make something visible. Other calls can simply be repeated. */
async function announce(work: JobWork, row: StepRow): Promise<StepRow> {
  if (work.announced.delete(row.position) || !isVisible(work, row.position)) return row
  const announced = begun(work, row)
  await persistWhileLeased(work, async (tx) => {
    await changeLeasedJob(tx, work.job, {})
    await writeSteps(tx, [announced])
  })
  work.steps.set(row.position, announced)
  return announced
}

/** The announcement of the first step, if it needs one. It is stored with the plan, which saves a transaction. */
export const announcedFirst = (work: JobWork): StepRow | null =>
  isVisible(work, 0) ? begun(work, untouched(work, 0)) : null

/** Writes steps, and what belongs to them, if nobody has taken the job over. */
async function write(work: JobWork, rows: readonly StepRow[], also: (tx: Transaction) => Promise<void>): Promise<void> {
  await persist(work, async (tx) => {
    await also(tx)
    await writeSteps(tx, rows)
  })
  for (const row of rows) work.steps.set(row.position, row)
}

async function apply(work: JobWork, step: PlannedStep, row: StepRow, outcome: Outcome): Promise<Progress> {
  if (isRefused(outcome) && row.doubt_since !== null && isVisible(work, row.position))
    return endDoubt(work, row, await resolveRefusal(work, step, row, outcome))
  switch (outcome.type) {
    case 'done':
      return succeed(work, row, outcome)
    case 'wait':
      return wait(work, step, row, outcome.pause)
    case 'retry':
      return retry(work, row, outcome)
    case 'unknown':
      return endDoubt(work, row, await doubtOf(work, row))
    case 'rejected':
      return failStep(work, row, outcome)
    case 'expired':
      return failStep(work, row, { error: 'token_expired', message: outcome.message })
    case 'reconnect':
      return failStep(work, row, outcome)
    case 'action':
      return awaitPerson(work, row, outcome)
  }
}

const isRefused = (outcome: Outcome): outcome is CallRefusal =>
  ['retry', 'rejected', 'expired', 'reconnect'].includes(outcome.type)

/** Stores a result; that of the commit completes the job. The announcement of the next step is stored with it. */
export async function succeed(work: JobWork, row: StepRow, { result, published }: Done): Promise<Progress> {
  const { job } = work
  const done: StepRow = { ...row, status: 'done', result, saved: null, doubt_since: null, finished_at: work.now() }
  const isCommit = actionOf(work, stepAt(work, row.position)).kind === 'commit'
  if (isCommit && !published) throw new Error(`The commit of job ${job.id} returned no published post.`)
  const next = nextOpen(work, row.position)
  const isNext = next !== null && isVisible(work, next.position) && next.status === 'open'
  // A comment that may have been sent before the database was restored is asked about first.
  const announced = isNext && job.lost_since === null ? begun(work, next) : null
  const move = published && ({ to: 'completed', published, result, readIn: work.pace(firstRead) } as const)
  const { id, fence } = job
  if (isCommit && move && next === null)
    await retryWrite(work, () => work.writeEnded({ id, fence, job, move, step: done }))
  else
    await write(work, announced ? [done, announced] : [done], async (tx) => {
      if (isCommit && move) await recordMove(tx, job, move)
      else await changeLeasedJob(tx, job, {})
      if (next === null) await handBack(tx, job, { dueIn: null, keepLane: false })
    })
  if (isCommit && move) tellJobEnded(work, job, { outcome: 'completed', at: work.now() })
  if (announced) work.announced.add(announced.position)
  if (isCommit) work.job = { ...job, status: 'completed' }
  crashPoint(`publish.${isCommit ? 'commit' : 'step'}.stored`)
  return next === null ? 'handed back' : 'go on'
}

function nextOpen(work: JobWork, position: number): StepRow | null {
  for (let at = position + 1; at < work.plan.length; at += 1) {
    const row = stepRow(work, at)
    if (row.status === 'open' || row.status === 'begun') return row
  }
  return null
}

/** A later refusal as a duplicate may refer to the try that was in doubt. */
const reopened = (row: StepRow): StepRow => ({ ...row, status: 'open' })

async function wait(work: JobWork, step: PlannedStep, row: StepRow, pause: number): Promise<Progress> {
  const limit = actionOf(work, step).waitLimit ?? defaultWaitLimit
  if (work.now() - row.started_at > work.pace(limit)) {
    const mayBeTaken = actionOf(work, step).kind === 'commit' && row.saved !== null
    if (mayBeTaken) return endDoubt(work, row, await doubtOf(work, row))
    return failStep(work, row, {
      error: 'platform_unavailable',
      message: `The platform was still not ready after ${Math.round(limit / minute)} minutes. Try the job again later.`,
    })
  }
  // The earlier doubt is over; another one would start again.
  const since = Math.max(row.started_at, (row.doubt_since ?? 0) + 1)
  const untried = { ...reopened(row), tries: Math.max(0, row.tries - 1), started_at: since }
  await write(work, [untried], (tx) => handBack(tx, work.job, { dueIn: work.pace(pause), keepLane: false }))
  return 'handed back'
}

async function retry(work: JobWork, row: StepRow, outcome: Extract<Outcome, { type: 'retry' }>): Promise<Progress> {
  const { job, clock, pace } = work
  const isDone = job.status === 'completed'
  const tries = isDone ? row.tries : job.attempts
  if (tries >= maxAttempts) return failStep(work, row, outcome)
  const { notBefore = Math.ceil(clock.now() + pace(outcome.pause ?? 0)) } = outcome
  const pause = notBefore - clock.now()
  const back = {
    dueIn: Math.max(pace(backoff(tries, randomFraction())), pause),
    keepLane: false,
    ...(outcome.wholeAccount && pause > 0 ? { pauseUntil: notBefore } : {}),
  }
  const next = { ...reopened(row), started_at: work.now() + Math.ceil(back.dueIn) }
  await write(work, [next], async (tx) => {
    if (!isDone) await recordMove(tx, job, { to: 'retrying' })
    await handBack(tx, job, back)
  })
  if (!isDone) tellJobEnded(work, job, { outcome: 'retrying', error: outcome.error, at: work.now() })
  crashPoint('publish.retry.stored')
  return 'handed back'
}

/** A step that can never succeed fails the job; after the commit it only adds a warning. */
export async function failStep(
  work: JobWork,
  row: StepRow,
  { error, message }: { readonly error: JobError; readonly message: string },
): Promise<Progress> {
  const { job } = work
  const failed: StepRow = { ...row, status: 'failed', finished_at: work.now() }
  if (job.status !== 'completed') {
    const move: Move = { to: 'failed', error, reason: message }
    await write(work, [failed], async (tx) => {
      await recordMove(tx, job, move)
      await handBack(tx, job, { dueIn: null, keepLane: false })
    })
    tellJobEnded(work, job, { outcome: 'failed', error, at: work.now() })
    return 'handed back'
  }
  const code = actionOf(work, stepAt(work, row.position)).warning ?? 'comment_failed'
  const warning = { code, severity: 'warning', message, details: { error }, at: work.now() } as const
  const next = nextOpen(work, row.position)
  const warnings = [...job.warnings, warning]
  await write(work, [failed], async (tx) => {
    await changeLeasedJob(tx, job, { warnings })
    if (next === null) await handBack(tx, job, { dueIn: null, keepLane: false })
  })
  work.job = { ...job, warnings }
  return next === null ? 'handed back' : 'go on'
}

async function awaitPerson(
  work: JobWork,
  row: StepRow,
  { action, result }: Extract<Outcome, { type: 'action' }>,
): Promise<Progress> {
  const { job } = work
  const { check } = actionOf(work, stepAt(work, row.position))
  const dueIn = action.code === 'finish_in_app' ? nextCheck(work, action.resolveBy, check !== undefined) : null
  // A person may find that it was not published, so the step stays begun and can be performed again.
  const left: StepRow =
    action.code === 'outcome_unknown' ? row : { ...row, status: 'done', result, finished_at: work.now() }
  await write(work, [left], async (tx) => {
    await recordMove(tx, job, { to: 'action_required', action, result })
    await handBack(tx, job, { dueIn, keepLane: false })
  })
  tellJobEnded(work, job, { outcome: 'action_required', error: action.code, at: work.now() })
  return 'handed back'
}
