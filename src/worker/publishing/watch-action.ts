import type { Outcome } from '../../domain/outcome.ts'
import { minute, second } from '../../domain/time.ts'
import type { Action, Look } from '../../platforms/shared/action.ts'
import { findProfileAccount } from '../../store/accounts.ts'
import { handBack } from '../../store/due-jobs.ts'
import { findJob, type JobRow } from '../../store/jobs.ts'
import { type PublishServices, persist } from '../turn.ts'
import { type Move, settle } from './settle.ts'

const firstPause = 30 * second
const longestPause = 30 * minute
/** When its time is over, and the platform can't be asked what became of it: so long it is tried again. */
const longestSilence = 24 * 60 * minute
/** In milliseconds: as long as a post may wait for its creator. */
const wholeTime = 7 * 24 * 60 * minute

/** In how many milliseconds the platform is asked what became of it: the longer it has waited the later, and at its end. */
export function nextLook(
  { clock, pace }: Pick<PublishServices, 'clock' | 'pace'>,
  resolveBy: number,
  canLook: boolean,
): number {
  const left = Math.max(0, resolveBy - clock.now())
  const waited = Math.max(0, wholeTime - left)
  return canLook ? Math.min(left, pace(Math.min(Math.max(firstPause, waited / 10), longestPause))) : left
}

/** A post waits at the platform for its creator: has it been published there, or come to nothing, or is its time over? */
export async function watchAction(services: PublishServices, job: JobRow, signal: AbortSignal): Promise<void> {
  const action = commitOf(services, job)
  const resolveBy = job.action?.code === 'finish_in_app' ? job.action.resolveBy : 0
  const isOver = resolveBy <= services.clock.now()
  const outcome = action?.look ? await look(services, job, { ask: action.look, isOver }, signal) : null
  const isTold = !action?.look || (outcome !== null && outcome.type !== 'retry' && outcome.type !== 'reconnect')
  const isGivenUp = isOver && (isTold || resolveBy + longestSilence <= services.clock.now())
  const move = (outcome && moveOf(outcome)) ?? (isGivenUp ? expired : null)
  await persist({ ...services, signal }, async (tx) => {
    // A person may have told meanwhile.
    const now = await findJob(tx, job.user_id, job.id)
    const isWaiting = now?.status === 'action_required'
    if (isWaiting && move) await settle(tx, job, move)
    const pause = isOver ? services.pace(longestPause) : nextLook(services, resolveBy, action?.look !== undefined)
    const dueIn = isWaiting && !move ? pause : null
    await handBack(tx, job, { dueIn, keepLane: false })
  })
}

function commitOf({ platforms }: PublishServices, { platform, plan }: JobRow): Action | undefined {
  const live = platforms.find(({ name }) => name === platform)?.live
  return plan?.map(({ action }) => live?.actions[action]).find((action) => action?.kind === 'commit')
}

/** Null: it can't be asked just now; the post waits on. */
async function look(
  { database, accounts, log }: PublishServices,
  job: JobRow,
  { ask, isOver }: { readonly ask: Look; readonly isOver: boolean },
  signal: AbortSignal,
): Promise<Outcome | null> {
  const account = await findProfileAccount(database.read, job.profile_id, job.platform)
  if (account?.remote_id !== job.remote_account_id || account.environment !== job.environment) return null
  try {
    return await accounts.speak(account, { signal }, (context) => ask(job.result, context, isOver))
  } catch (error) {
    if (signal.aborted) throw error
    log.warn({ err: error, job_id: job.id }, 'a post that waits for its creator could not be asked about')
    return null
  }
}

function moveOf(outcome: Outcome): Move | null {
  if (outcome.type === 'done' && outcome.published)
    return { to: 'completed', published: outcome.published, result: outcome.result, readIn: 0 }
  return outcome.type === 'rejected' ? { to: 'failed', error: outcome.error, reason: outcome.message } : null
}

/** Nobody has finished the post at the platform in the time that there was. */
const expired: Move = {
  to: 'failed',
  error: 'action_expired',
  reason: 'The post was not finished in the platform’s app in time. Retry the job to send it there again.',
}
