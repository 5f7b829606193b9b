import { backoff, maxAttempts } from '../../domain/backoff.ts'
import type { JobError } from '../../domain/job-error.ts'
import { firstRead } from '../../domain/metric-schedule.ts'
import type { Outcome } from '../../domain/outcome.ts'
import type { PlannedStep } from '../../domain/plan.ts'
import { hour, minute } from '../../domain/time.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { changeHeldJob, handBack } from '../../store/jobs/held-jobs.ts'
import { type StepRow, writeSteps } from '../../store/jobs/steps.ts'
import { crashPoint } from '../../system/crash-point.ts'
import { tellJobEnded } from '../../system/job-ended.ts'
import { randomFraction } from '../../system/random.ts'
import { persist, persistWhileHeld, retryWrite, type Turn } from '../turn.ts'
import { type CallRefusal, type DoubtResult, doubtOf, resolveDoubt, resolveRefusal } from './doubt.ts'
import { actionOf, notSent, perform } from './perform.ts'
import { type Move, recordMove } from './record-move.ts'
import { nextLook } from './watch-action.ts'

/** Whether the turn continues with the next step, or the job was given back. */
export type Progress = 'go on' | 'handed back'

type Done = Extract<Outcome, { type: 'done' }>

const defaultWaitLimit = hour

export async function takeStep(turn: Turn, position: number): Promise<Progress> {
  const step = stepAt(turn, position)
  const row = stepRow(turn, position)
  if (row.status === 'done' || row.status === 'failed') return 'go on'
  if (row.status === 'begun' && !turn.announced.has(position)) {
    const resolved = await resolveDoubt(turn, step, row)
    if (resolved.type !== 'again') return endDoubt(turn, row, resolved)
  }
  const { kind } = actionOf(turn, step)
  let announced: StepRow
  try {
    announced = await announce(turn, row)
  } catch (error) {
    if (!turn.signal.aborted) throw error
    // The announcement may be stored, although nothing was sent. If nobody has taken the job over, there is no doubt.
    return apply(turn, step, row, notSent)
  }
  crashPoint(`publish.${kind}.begun`)
  const outcome = await perform(turn, step, announced)
  crashPoint(`publish.${kind}.answered`)
  return apply(turn, step, turn.steps.get(position) ?? announced, outcome)
}

async function endDoubt(
  turn: Turn,
  row: StepRow,
  resolved: Exclude<DoubtResult, { type: 'again' }>,
): Promise<Progress> {
  if (resolved.type === 'done') return succeed(turn, row, resolved)
  return resolved.type === 'given up' ? failStep(turn, row, resolved) : 'handed back'
}

function stepAt({ plan, job }: Turn, position: number): PlannedStep {
  const step = plan[position]
  if (!step) throw new Error(`Job ${job.id} has no step ${position}.`)
  return step
}

/** The row of a step; if none is known, that of an untouched step. */
export const stepRow = (turn: Turn, position: number): StepRow => turn.steps.get(position) ?? untouched(turn, position)

const untouched = ({ job, now }: Turn, position: number): StepRow => ({
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

const isVisible = (turn: Turn, position: number): boolean => {
  const { kind } = actionOf(turn, stepAt(turn, position))
  return kind === 'commit' || kind === 'follow_up'
}

/** A step that was in doubt stays in doubt: a refusal as a duplicate may then refer to its first try. */
const begun = (turn: Turn, row: StepRow): StepRow => ({
  ...row,
  status: 'begun',
  doubt_since: row.status === 'begun' ? (row.doubt_since ?? turn.now()) : row.doubt_since,
  tries: row.tries + 1,
  // A step that only waits is still on the same try, however often it is continued.
  started_at: row.status === 'begun' ? turn.now() : row.started_at,
})

/** Stores that a call will be made which can make something visible. Other calls can simply be repeated. */
async function announce(turn: Turn, row: StepRow): Promise<StepRow> {
  if (turn.announced.delete(row.position) || !isVisible(turn, row.position)) return row
  const announced = begun(turn, row)
  await persistWhileHeld(turn, async (tx) => {
    await changeHeldJob(tx, turn.job, {})
    await writeSteps(tx, [announced])
  })
  turn.steps.set(row.position, announced)
  return announced
}

/** The announcement of the first step, if it needs one. It is stored with the plan, which saves a transaction. */
export const announcedFirst = (turn: Turn): StepRow | null =>
  isVisible(turn, 0) ? begun(turn, untouched(turn, 0)) : null

/** Writes steps, and what belongs to them, if nobody has taken the job over. */
async function write(turn: Turn, rows: readonly StepRow[], also: (tx: Transaction) => Promise<void>): Promise<void> {
  await persist(turn, async (tx) => {
    await also(tx)
    await writeSteps(tx, rows)
  })
  for (const row of rows) turn.steps.set(row.position, row)
}

async function apply(turn: Turn, step: PlannedStep, row: StepRow, outcome: Outcome): Promise<Progress> {
  if (isRefused(outcome) && row.doubt_since !== null && isVisible(turn, row.position))
    return endDoubt(turn, row, await resolveRefusal(turn, step, row, outcome))
  switch (outcome.type) {
    case 'done':
      return succeed(turn, row, outcome)
    case 'wait':
      return wait(turn, step, row, outcome.pause)
    case 'retry':
      return retry(turn, row, outcome)
    case 'unknown':
      return endDoubt(turn, row, await doubtOf(turn, row))
    case 'rejected':
      return failStep(turn, row, outcome)
    case 'expired':
      return failStep(turn, row, { error: 'token_expired', message: outcome.message })
    case 'reconnect':
      return failStep(turn, row, outcome)
    case 'action':
      return awaitPerson(turn, row, outcome)
  }
}

const isRefused = (outcome: Outcome): outcome is CallRefusal =>
  ['retry', 'rejected', 'expired', 'reconnect'].includes(outcome.type)

/** Stores a result; that of the commit completes the job. The announcement of the next step is stored with it. */
export async function succeed(turn: Turn, row: StepRow, { result, published }: Done): Promise<Progress> {
  const { job } = turn
  const done: StepRow = { ...row, status: 'done', result, saved: null, doubt_since: null, finished_at: turn.now() }
  const isCommit = actionOf(turn, stepAt(turn, row.position)).kind === 'commit'
  if (isCommit && !published) throw new Error(`The commit of job ${job.id} returned no published post.`)
  const next = nextOpen(turn, row.position)
  const isNext = next !== null && isVisible(turn, next.position) && next.status === 'open'
  // A comment that may have been sent before the database was restored is asked about first.
  const announced = isNext && job.lost_since === null ? begun(turn, next) : null
  const move = published && ({ to: 'completed', published, result, readIn: turn.pace(firstRead) } as const)
  const { id, fence } = job
  if (isCommit && move && next === null)
    await retryWrite(turn, () => turn.writeEnded({ id, fence, job, move, step: done }))
  else
    await write(turn, announced ? [done, announced] : [done], async (tx) => {
      if (isCommit && move) await recordMove(tx, job, move)
      else await changeHeldJob(tx, job, {})
      if (next === null) await handBack(tx, job, { dueIn: null, keepLane: false })
    })
  if (isCommit && move) tellJobEnded(turn, job, { outcome: 'completed', at: turn.now() })
  if (announced) turn.announced.add(announced.position)
  if (isCommit) turn.job = { ...job, status: 'completed' }
  crashPoint(`publish.${isCommit ? 'commit' : 'step'}.stored`)
  return next === null ? 'handed back' : 'go on'
}

function nextOpen(turn: Turn, position: number): StepRow | null {
  for (let at = position + 1; at < turn.plan.length; at += 1) {
    const row = stepRow(turn, at)
    if (row.status === 'open' || row.status === 'begun') return row
  }
  return null
}

/** A later refusal as a duplicate may refer to the try that was in doubt. */
const reopened = (row: StepRow): StepRow => ({ ...row, status: 'open' })

async function wait(turn: Turn, step: PlannedStep, row: StepRow, pause: number): Promise<Progress> {
  const limit = actionOf(turn, step).waitLimit ?? defaultWaitLimit
  if (turn.now() - row.started_at > turn.pace(limit)) {
    const mayBeTaken = actionOf(turn, step).kind === 'commit' && row.saved !== null
    if (mayBeTaken) return endDoubt(turn, row, await doubtOf(turn, row))
    return failStep(turn, row, {
      error: 'platform_unavailable',
      message: `The platform was still not ready after ${Math.round(limit / minute)} minutes. Try the job again later.`,
    })
  }
  // The earlier doubt is over; another one would start again.
  const since = Math.max(row.started_at, (row.doubt_since ?? 0) + 1)
  const untried = { ...reopened(row), tries: Math.max(0, row.tries - 1), started_at: since }
  await write(turn, [untried], (tx) => handBack(tx, turn.job, { dueIn: turn.pace(pause), keepLane: false }))
  return 'handed back'
}

async function retry(turn: Turn, row: StepRow, outcome: Extract<Outcome, { type: 'retry' }>): Promise<Progress> {
  const { job, clock, pace } = turn
  const isDone = job.status === 'completed'
  const tries = isDone ? row.tries : job.attempts
  if (tries >= maxAttempts) return failStep(turn, row, outcome)
  const { notBefore = Math.ceil(clock.now() + pace(outcome.pause ?? 0)) } = outcome
  const pause = notBefore - clock.now()
  const back = {
    dueIn: Math.max(pace(backoff(tries, randomFraction())), pause),
    keepLane: false,
    ...(outcome.wholeAccount && pause > 0 ? { pauseUntil: notBefore } : {}),
  }
  const next = { ...reopened(row), started_at: turn.now() + Math.ceil(back.dueIn) }
  await write(turn, [next], async (tx) => {
    if (!isDone) await recordMove(tx, job, { to: 'retrying' })
    await handBack(tx, job, back)
  })
  if (!isDone) tellJobEnded(turn, job, { outcome: 'retrying', error: outcome.error, at: turn.now() })
  crashPoint('publish.retry.stored')
  return 'handed back'
}

/** A step that can never succeed fails the job; after the commit it only adds a warning. */
export async function failStep(
  turn: Turn,
  row: StepRow,
  { error, message }: { readonly error: JobError; readonly message: string },
): Promise<Progress> {
  const { job } = turn
  const failed: StepRow = { ...row, status: 'failed', finished_at: turn.now() }
  if (job.status !== 'completed') {
    const move: Move = { to: 'failed', error, reason: message }
    await write(turn, [failed], async (tx) => {
      await recordMove(tx, job, move)
      await handBack(tx, job, { dueIn: null, keepLane: false })
    })
    tellJobEnded(turn, job, { outcome: 'failed', error, at: turn.now() })
    return 'handed back'
  }
  const code = actionOf(turn, stepAt(turn, row.position)).warning ?? 'comment_failed'
  const warning = { code, severity: 'warning', message, details: { error }, at: turn.now() } as const
  const next = nextOpen(turn, row.position)
  const warnings = [...job.warnings, warning]
  await write(turn, [failed], async (tx) => {
    await changeHeldJob(tx, job, { warnings })
    if (next === null) await handBack(tx, job, { dueIn: null, keepLane: false })
  })
  turn.job = { ...job, warnings }
  return next === null ? 'handed back' : 'go on'
}

async function awaitPerson(
  turn: Turn,
  row: StepRow,
  { action, result }: Extract<Outcome, { type: 'action' }>,
): Promise<Progress> {
  const { job } = turn
  const { look } = actionOf(turn, stepAt(turn, row.position))
  const dueIn = action.code === 'finish_in_app' ? nextLook(turn, action.resolveBy, look !== undefined) : null
  // A person may find that it was not published, so the step stays begun and can be performed again.
  const left: StepRow =
    action.code === 'outcome_unknown' ? row : { ...row, status: 'done', result, finished_at: turn.now() }
  await write(turn, [left], async (tx) => {
    await recordMove(tx, job, { to: 'action_required', action, result })
    await handBack(tx, job, { dueIn, keepLane: false })
  })
  tellJobEnded(turn, job, { outcome: 'action_required', error: action.code, at: turn.now() })
  return 'handed back'
}
