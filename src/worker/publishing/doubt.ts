import { backoff, doubtPause, maxAttempts } from '../../domain/backoff.ts'
import type { JobError } from '../../domain/job-error.ts'
import type { Outcome, Presence } from '../../domain/outcome.ts'
import type { PlannedStep } from '../../domain/plan.ts'
import { hour, second } from '../../domain/time.ts'
import { isPublishedByOther } from '../../store/jobs/jobs.ts'
import { handBack } from '../../store/jobs/leased-jobs.ts'
import { type StepRow, writeSteps } from '../../store/jobs/steps.ts'
import { crashPoint } from '../../system/crash-point.ts'
import { tellJobEnded } from '../../system/job-ended.ts'
import { asAccount, type JobWork, persist } from '../job-work.ts'
import { actionOf, reconcile } from './perform.ts'
import { recordMove } from './record-move.ts'

/** How long to keep asking an unreachable platform. */
const askFor = hour

export type DoubtResult =
  | Extract<Outcome, { type: 'done' }>
  /** A duplicate is impossible, so the call is made again. */
  | { readonly type: 'again' }
  | { readonly type: 'handed back' }
  | { readonly type: 'given up'; readonly error: JobError; readonly message: string }

/**
 * A call was announced and its result is not known. The platform is asked. Nothing is sent again unless a key of the
 * platform, or its refusal of duplicates, makes a second post impossible.
 */
export async function resolveDoubt(work: JobWork, step: PlannedStep, row: StepRow): Promise<DoubtResult> {
  const { doubt } = actionOf(work, step)
  // A try that began after the last doubt has a doubt of its own.
  const since = row.doubt_since !== null && row.doubt_since >= row.started_at ? row.doubt_since : work.now()
  const age = work.now() - since
  const presence = await ask(work, step, row)
  crashPoint('publish.doubt.asked')
  if (presence.type === 'found') return { ...presence, type: 'done' }
  const asked = { ...row, doubt_since: since }
  if (presence.type === 'absent' || presence.type === 'others') {
    if (!doubt || age < settledAfter(work, Math.max(doubt.settleTime, pauseAfter(row)))) return askLater(work, asked)
    return doubt.repeatable(step.input) && row.tries < maxAttempts
      ? { type: 'again' }
      : askPerson(work, step, asked, sentence)
  }
  const notBefore = presence.type === 'retry' ? presence.notBefore : undefined
  if (age < work.pace(askFor)) return askLater(work, asked, notBefore)
  return askPerson(work, step, asked, presence.type === 'cannot_tell' ? `${sentence} ${presence.message}` : sentence)
}

/** Also when tests shorten all times: on a busy machine a call may still be on its way to the platform. */
const shortestWait = 2 * second
/** After how long a post that was published is surely shown where it is looked for. */
export function settledAfter({ pace }: Pick<JobWork, 'pace'>, settleTime: number): number {
  const time = pace(settleTime)
  return time === 0 ? 0 : Math.max(shortestWait, time)
}

/** A call that was lost once is repeated at once, one that was lost several times only after a pause. */
const pauseAfter = ({ tries }: StepRow): number => (tries > 1 ? backoff(tries - 1, 1 / 2) : 0)

/** Outcomes that refuse this call, and say nothing about an earlier one. */
export type CallRefusal = Extract<Outcome, { type: 'retry' | 'rejected' | 'expired' | 'reconnect' }>

/**
 * A call in doubt was made again and refused, which says nothing about its first try. If it is refused as a duplicate, the
 * first try probably succeeded, unless the platform shows the post of another job with the same text. If it is refused for
 * another reason and the post is still absent, the first try was refused as well.
 */
export async function resolveRefusal(
  work: JobWork,
  step: PlannedStep,
  row: StepRow,
  refused: CallRefusal,
): Promise<Exclude<DoubtResult, { type: 'again' }>> {
  if (refused.type !== 'rejected') return doubtOf(work, row, 'notBefore' in refused ? refused.notBefore : undefined)
  const { error, message } = refused
  const presence = await ask(work, step, row)
  if (presence.type === 'found') return { ...presence, type: 'done' }
  const isAnswer = presence.type === 'others' || (presence.type === 'absent' && error !== 'duplicate_content')
  return isAnswer ? { type: 'given up', error, message } : doubtOf(work, row)
}

/** A post that another job has published, perhaps with the same text, does not count as found. */
async function ask(work: JobWork, step: PlannedStep, row: StepRow): Promise<Presence | { readonly type: 'others' }> {
  const presence = await reconcile(work, step, row)
  const isOthers =
    presence.type === 'found' &&
    presence.published !== undefined &&
    (await isPublishedByOther(work.database.read, work.job, presence.published.id))
  return isOthers ? { type: 'others' } : presence
}

/** The call may have taken effect: the next worker that takes the job asks. */
export const doubtOf = (
  work: JobWork,
  row: StepRow,
  notBefore?: number,
): Promise<DoubtResult & { type: 'handed back' }> =>
  askLater(work, { ...row, status: 'begun', doubt_since: work.now() }, notBefore)

/** Until then no other job of the account is worked on, so that its post can't be mistaken for this one. */
export async function askLater(
  work: JobWork,
  row: StepRow,
  notBefore = 0,
): Promise<DoubtResult & { type: 'handed back' }> {
  const age = work.now() - (row.doubt_since ?? work.now())
  const dueIn = Math.max(work.pace(doubtPause(age / work.pace(1))), notBefore - work.clock.now())
  await persist(work, async (tx) => {
    await handBack(tx, work.job, { dueIn, keepLane: true })
    await writeSteps(tx, [row])
  })
  return { type: 'handed back' }
}

const sentence =
  'It is unknown whether this was published: the platform’s response was lost, and the platform does not report it now.'

/** Only a person can check. A post in doubt is never sent again before that. */
export async function askPerson(
  work: JobWork,
  step: PlannedStep,
  row: StepRow,
  message: string,
): Promise<Extract<DoubtResult, { type: 'given up' | 'handed back' }>> {
  const { job, account } = work
  if (job.status === 'completed') return { type: 'given up', error: 'platform_unavailable', message }
  const { doubt } = actionOf(work, step)
  const hosts = work.accounts.hostsOf(work.platform, account.environment)
  const lookAt = [...(doubt?.lookAt(step.input, { ...hosts, account: asAccount(account) }) ?? [])]
  await persist(work, async (tx) => {
    await recordMove(tx, job, {
      to: 'action_required',
      action: {
        code: 'outcome_unknown',
        message: `${message} Check on the platform, then say whether it is there: in the dashboard, or with POST /jobs/${job.id}/resolve.`,
        lookAt,
      },
    })
    await handBack(tx, job, { dueIn: null, keepLane: false })
    await writeSteps(tx, [row])
  })
  tellJobEnded(work, job, { outcome: 'action_required', error: 'outcome_unknown', at: work.now() })
  return { type: 'handed back' }
}
