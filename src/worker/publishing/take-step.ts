import { backoff, maxAttempts } from '../../domain/backoff.ts'
import type { JobError } from '../../domain/job-error.ts'
import { firstRead } from '../../domain/metric-schedule.ts'
import type { Outcome } from '../../domain/outcome.ts'
import type { PlannedStep } from '../../domain/plan.ts'
import { hour, minute } from '../../domain/time.ts'
import { changeHeldJob, handBack } from '../../store/due-jobs.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { type StepRow, writeStep } from '../../store/steps.ts'
import { crashPoint } from '../../system/crash-point.ts'
import { randomFraction } from '../../system/random.ts'
import { persist, type Turn } from '../turn.ts'
import { doubtOf, type Refused, type Settled, settleDoubt, settleRefusal } from './doubt.ts'
import { actionOf, perform } from './perform.ts'
import { type Move, settle } from './settle.ts'
import { nextLook } from './watch-action.ts'

/** Whether the turn goes on with the next step, or the job was given back. */
export type Way = 'go on' | 'handed back'

type Done = Extract<Outcome, { type: 'done' }>

const defaultWaitLimit = hour

export async function takeStep(turn: Turn, position: number): Promise<Way> {
  const step = stepAt(turn, position)
  const row = turn.steps.get(position) ?? untouched(turn, position)
  if (row.status === 'done' || row.status === 'failed') return 'go on'
  if (row.status === 'begun' && !turn.announced.has(position)) {
    const settled = await settleDoubt(turn, step, row)
    if (settled.type !== 'again') return endDoubt(turn, row, settled)
  }
  const { kind } = actionOf(turn, step)
  const announced = await announce(turn, row)
  crashPoint(`publish.${kind}.begun`)
  const outcome = await perform(turn, step, announced)
  crashPoint(`publish.${kind}.answered`)
  return apply(turn, step, turn.steps.get(position) ?? announced, outcome)
}

async function endDoubt(turn: Turn, row: StepRow, settled: Exclude<Settled, { type: 'again' }>): Promise<Way> {
  if (settled.type === 'done') return succeed(turn, row, settled)
  return settled.type === 'given up' ? failStep(turn, row, settled) : 'handed back'
}

function stepAt({ plan, job }: Turn, position: number): PlannedStep {
  const step = plan[position]
  if (!step) throw new Error(`Job ${job.id} has no step ${position}.`)
  return step
}

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

/** What was in doubt before stays so: a refusal as a duplicate may then be of the first try. */
const begun = (turn: Turn, row: StepRow): StepRow => ({
  ...row,
  status: 'begun',
  doubt_since: row.status === 'begun' ? (row.doubt_since ?? turn.now()) : row.doubt_since,
  tries: row.tries + 1,
  // What only waits is still the same try, however often it is taken up.
  started_at: row.status === 'begun' ? turn.now() : row.started_at,
})

/** Before a call that can make something visible it is stored that it will be made; other calls can just be repeated. */
async function announce(turn: Turn, row: StepRow): Promise<StepRow> {
  if (turn.announced.delete(row.position) || !isVisible(turn, row.position)) return row
  const announced = begun(turn, row)
  await write(turn, [announced])
  return announced
}

/** The first step's announcement, where it needs one, as it is stored with the plan: that spares a commit. */
export const announcedFirst = (turn: Turn): StepRow | null =>
  isVisible(turn, 0) ? begun(turn, untouched(turn, 0)) : null

/** Writes steps, and whatever goes with them, if the job is still held. */
async function write(turn: Turn, rows: readonly StepRow[], also?: (tx: Transaction) => Promise<void>): Promise<void> {
  await persist(turn, async (tx) => {
    if (!also) await changeHeldJob(tx, turn.job, {})
    await also?.(tx)
    for (const row of rows) await writeStep(tx, row)
  })
  for (const row of rows) turn.steps.set(row.position, row)
}

async function apply(turn: Turn, step: PlannedStep, row: StepRow, outcome: Outcome): Promise<Way> {
  if (isRefused(outcome) && row.doubt_since !== null && isVisible(turn, row.position))
    return endDoubt(turn, row, await settleRefusal(turn, step, row, outcome))
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

const isRefused = (outcome: Outcome): outcome is Refused =>
  ['retry', 'rejected', 'expired', 'reconnect'].includes(outcome.type)

/** Stores a result; a commit's completes the job. What follows at once is stored with it. */
async function succeed(turn: Turn, row: StepRow, { result, published }: Done): Promise<Way> {
  const { job } = turn
  const done: StepRow = { ...row, status: 'done', result, saved: null, doubt_since: null, finished_at: turn.now() }
  const isCommit = actionOf(turn, stepAt(turn, row.position)).kind === 'commit'
  if (isCommit && !published) throw new Error(`The commit of job ${job.id} says not where the post is.`)
  const next = nextOpen(turn, row.position)
  const announced = next !== null && isVisible(turn, next.position) && next.status === 'open' ? begun(turn, next) : null
  await write(turn, announced ? [done, announced] : [done], async (tx) => {
    if (isCommit && published)
      await settle(tx, job, { to: 'completed', published, result, readIn: turn.pace(firstRead) })
    else await changeHeldJob(tx, job, {})
    if (next === null) await handBack(tx, job, { dueIn: null, keepLane: false })
  })
  if (announced) turn.announced.add(announced.position)
  if (isCommit) turn.job = { ...job, status: 'completed' }
  crashPoint(`publish.${isCommit ? 'commit' : 'step'}.stored`)
  return next === null ? 'handed back' : 'go on'
}

function nextOpen(turn: Turn, position: number): StepRow | null {
  for (let at = position + 1; at < turn.plan.length; at += 1) {
    const row = turn.steps.get(at) ?? untouched(turn, at)
    if (row.status === 'open' || row.status === 'begun') return row
  }
  return null
}

/** Once it was in doubt, a refusal as a duplicate may be of the try that was. */
const reopened = (row: StepRow): StepRow => ({ ...row, status: 'open' })

async function wait(turn: Turn, step: PlannedStep, row: StepRow, pause: number): Promise<Way> {
  const limit = actionOf(turn, step).waitLimit ?? defaultWaitLimit
  if (turn.now() - row.started_at > turn.pace(limit)) {
    const mayBeTaken = actionOf(turn, step).kind === 'commit' && row.saved !== null
    if (mayBeTaken) return endDoubt(turn, row, await doubtOf(turn, row))
    return failStep(turn, row, {
      error: 'platform_unavailable',
      message: `The platform was still not ready after ${Math.round(limit / minute)} minutes. Try the job again later.`,
    })
  }
  // A doubt of before is over: should there be another, it begins anew.
  const since = Math.max(row.started_at, (row.doubt_since ?? 0) + 1)
  const untried = { ...reopened(row), tries: Math.max(0, row.tries - 1), started_at: since }
  await write(turn, [untried], (tx) => handBack(tx, turn.job, { dueIn: turn.pace(pause), keepLane: false }))
  return 'handed back'
}

async function retry(turn: Turn, row: StepRow, outcome: Extract<Outcome, { type: 'retry' }>): Promise<Way> {
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
    if (!isDone) await settle(tx, job, { to: 'retrying' })
    await handBack(tx, job, back)
  })
  crashPoint('publish.retry.stored')
  return 'handed back'
}

/** A step that will never succeed fails the job; after the commit it only leaves a warning. */
async function failStep(
  turn: Turn,
  row: StepRow,
  { error, message }: { readonly error: JobError; readonly message: string },
): Promise<Way> {
  const { job } = turn
  const failed: StepRow = { ...row, status: 'failed', finished_at: turn.now() }
  if (job.status !== 'completed') {
    const move: Move = { to: 'failed', error, reason: message }
    await write(turn, [failed], async (tx) => {
      await settle(tx, job, move)
      await handBack(tx, job, { dueIn: null, keepLane: false })
    })
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
): Promise<Way> {
  const { job } = turn
  const { look } = actionOf(turn, stepAt(turn, row.position))
  const dueIn = action.code === 'finish_in_app' ? nextLook(turn, action.resolveBy, look !== undefined) : null
  // What a person may find not to have been published stays begun, to be performed again.
  const left: StepRow =
    action.code === 'outcome_unknown' ? row : { ...row, status: 'done', result, finished_at: turn.now() }
  await write(turn, [left], async (tx) => {
    await settle(tx, job, { to: 'action_required', action, result })
    await handBack(tx, job, { dueIn, keepLane: false })
  })
  return 'handed back'
}
