import type { Outcome } from '../../domain/outcome.ts'
import { minute, second } from '../../domain/time.ts'
import type { Action, StateCheck } from '../../platforms/shared/action.ts'
import { findProfileAccount } from '../../store/accounts/accounts.ts'
import { findJob, type JobRow } from '../../store/jobs/jobs.ts'
import { handBack } from '../../store/jobs/leased-jobs.ts'
import { lockPosts } from '../../store/posts/groups.ts'
import { tellJobEnded } from '../../system/job-ended.ts'
import { type PublishServices, persist } from '../job-work.ts'
import { type Move, recordMove } from './record-move.ts'

const firstPause = 30 * second
const longestPause = 30 * minute
/** How long to keep asking an unreachable platform about a post whose time is over. */
const longestSilence = 24 * 60 * minute
/** How long a post may wait for its creator. */
const wholeTime = 7 * 24 * 60 * minute

/** In how many milliseconds to ask the platform again: the pauses grow with the time waited, and the last question is at the end. */
export function nextCheck(
  { clock, pace }: Pick<PublishServices, 'clock' | 'pace'>,
  resolveBy: number,
  canCheck: boolean,
): number {
  const left = Math.max(0, resolveBy - clock.now())
  const waited = Math.max(0, wholeTime - left)
  return canCheck ? Math.min(left, pace(Math.min(Math.max(firstPause, waited / 10), longestPause))) : left
}

/** A post waits on the platform for its creator. Checks whether it was published or deleted there, or whether its time is over. */
export async function watchAction(services: PublishServices, job: JobRow, signal: AbortSignal): Promise<void> {
  const action = commitOf(services, job)
  const resolveBy = job.action?.code === 'finish_in_app' ? job.action.resolveBy : 0
  const isOver = resolveBy <= services.clock.now()
  const outcome = action?.check ? await checkState(services, job, { ask: action.check, isOver }, signal) : null
  const isTold = !action?.check || (outcome !== null && outcome.type !== 'retry' && outcome.type !== 'reconnect')
  const isGivenUp = isOver && (isTold || resolveBy + longestSilence <= services.clock.now())
  const move = (outcome && moveOf(outcome)) ?? (isGivenUp ? expired : null)
  const ended = await persist(services, async (tx) => {
    // A person may have reported the result in the meantime.
    await lockPosts(tx, [job.post_id])
    const now = await findJob(tx, job.user_id, job.id)
    const isWaiting = now?.status === 'action_required'
    if (isWaiting && move) await recordMove(tx, job, move)
    const pause = isOver ? services.pace(longestPause) : nextCheck(services, resolveBy, action?.check !== undefined)
    const dueIn = isWaiting && !move ? pause : null
    await handBack(tx, job, { dueIn, keepLane: false })
    return isWaiting ? move : null
  })
  if (ended?.to === 'completed' || ended?.to === 'failed')
    tellJobEnded(services, job, {
      outcome: ended.to,
      ...(ended.to === 'failed' && { error: ended.error }),
      at: job.updated_at,
      byPerson: true,
    })
}

function commitOf({ platforms }: PublishServices, { platform, plan }: JobRow): Action | undefined {
  const live = platforms.find(({ name }) => name === platform)?.live
  return plan?.map(({ action }) => live?.actions[action]).find((action) => action?.kind === 'commit')
}

/** Null: the platform can't be asked now, and the post keeps waiting. */
async function checkState(
  { database, accounts, log }: PublishServices,
  job: JobRow,
  { ask, isOver }: { readonly ask: StateCheck; readonly isOver: boolean },
  signal: AbortSignal,
): Promise<Outcome | null> {
  const account = await findProfileAccount(database.read, job.profile_id, job.platform)
  if (account?.remote_id !== job.remote_account_id || account.environment !== job.environment) return null
  try {
    return await accounts.callAs(account, { operation: 'look_for_post', signal }, (context) =>
      ask(job.result, context, isOver),
    )
  } catch (error) {
    if (signal.aborted) throw error
    log.warn({ err: error, job_id: job.id }, 'the platform could not be asked about a post that waits for its creator')
    return null
  }
}

function moveOf(outcome: Outcome): Move | null {
  if (outcome.type === 'done' && outcome.published)
    return { to: 'completed', published: outcome.published, result: outcome.result, readIn: 0 }
  return outcome.type === 'rejected' ? { to: 'failed', error: outcome.error, reason: outcome.message } : null
}

/** Nobody finished the post on the platform in time. */
const expired: Move = {
  to: 'failed',
  error: 'action_expired',
  reason: 'The post was not finished in the platform’s app in time. Retry the job to send it there again.',
}
