import { publishedPost } from '../../accounts/published-post.ts'
import type { ReplyServices } from '../../accounts/send-reply.ts'
import { doubtPause } from '../../domain/backoff.ts'
import { laneKey } from '../../domain/lane.ts'
import type { Presence } from '../../domain/outcome.ts'
import { day, second } from '../../domain/time.ts'
import type { Platform } from '../../platforms/shared/platform.ts'
import { findProfileAccount } from '../../store/accounts/accounts.ts'
import { keepPosted } from '../../store/comments/auto-replies.ts'
import {
  askForReplyIn,
  type DoubtfulReply,
  forgetReply,
  keepSentReply,
  leaveReplyUnknown,
  otherReplies,
} from '../../store/comments/replies.ts'
import { LostLease } from '../../store/engine/leases.ts'
import { findJob } from '../../store/jobs/jobs.ts'
import type { Clock } from '../../system/clock.ts'
import { crashPoint } from '../../system/crash-point.ts'
import { persist } from '../job-work.ts'

/** How long to keep asking a platform that is unreachable or does not report the reply. */
const askFor = day
/** Also when tests shorten all times: on a busy machine a reply may still be on its way to the platform. */
const shortestWait = 2 * second

export interface ResolveServices extends ReplyServices {
  readonly platforms: readonly Platform[]
  readonly clock: Clock
  /** Aborts when this process stops and running work has had its time. */
  readonly stopping: AbortSignal
}

/** It is unknown whether a reply was sent. The platform is asked, and the reply is never sent again. */
export async function resolveReply(
  services: ResolveServices,
  reply: DoubtfulReply,
  signal: AbortSignal,
): Promise<void> {
  const { clock, pace, log } = services
  try {
    const asked = await ask(services, reply, signal)
    crashPoint('reply.asked')
    await persist(services, async (tx) => {
      if (asked.type === 'found') {
        await keepSentReply(tx, reply, asked.published)
        return keepPosted(tx, reply, asked.published)
      }
      if (asked.type === 'absent' && reply.age >= Math.max(shortestWait, pace(asked.settleTime)))
        return forgetReply(tx, reply)
      if (reply.age >= pace(askFor)) return leaveReplyUnknown(tx, reply)
      const notBefore = asked.type === 'retry' ? (asked.notBefore ?? 0) : 0
      return askForReplyIn(tx, reply, Math.max(pace(doubtPause(reply.age / pace(1))), notBefore - clock.now()))
    })
  } catch (error) {
    // Another worker asks, or will ask when this lease ends.
    if (!(error instanceof LostLease || signal.aborted))
      log.error({ err: error, reply: reply.id }, 'it could not be determined whether a reply was sent')
  }
}

type ReplyPresence =
  | { readonly type: 'found'; readonly published: { readonly id: string; readonly url: string | null } }
  | { readonly type: 'absent'; readonly settleTime: number }
  | Exclude<Presence, { readonly type: 'found' | 'absent' | 'expired' }>

const cannotTell = (message: string): ReplyPresence => ({ type: 'cannot_tell', message })

async function ask(
  { database, accounts, platforms, log }: ResolveServices,
  reply: DoubtfulReply,
  signal: AbortSignal,
): Promise<ReplyPresence> {
  const { comment_id: commentId, message, started_at: since } = reply
  const action = platforms.find(({ name }) => name === reply.platform)?.live?.reply
  const job = await findJob(database.read, reply.user_id, reply.job_id)
  const post = job && publishedPost(job)
  const account = await findProfileAccount(database.read, reply.profile_id, reply.platform)
  if (!action || !post || !account || laneKey({ ...account, remoteId: account.remote_id }) !== reply.lane)
    return cannotTell('The account that sent the reply is no longer connected.')
  const others = await otherReplies(database.read, reply)
  try {
    const presence = await accounts.callAs(account, { operation: 'reply', signal, isAside: true }, (context) =>
      action.find({ post, commentId, message, since, others }, context),
    )
    if (presence.type === 'absent') return { type: 'absent', settleTime: action.settleTime }
    if (presence.type !== 'found') return presence
    const { published } = presence
    return published ? { type: 'found', published } : cannotTell('The platform did not return the ID of the reply.')
  } catch (error) {
    signal.throwIfAborted()
    log.warn({ err: error, reply: reply.id }, 'the platform could not be asked whether a reply was sent')
    return cannotTell(error instanceof Error ? error.message : String(error))
  }
}
