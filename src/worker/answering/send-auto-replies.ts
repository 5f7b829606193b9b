import { type ReplyResult, sendReply } from '../../accounts/send-reply.ts'
import { maxAskedPerCommenter, maxRepliesPerHour } from '../../domain/auto-reply.ts'
import type { JobError } from '../../domain/job-error.ts'
import { hour, minute } from '../../domain/time.ts'
import {
  type AutoReplyRow,
  awaitApproval,
  countRefusal,
  failAutoReply,
  keepDraft,
  keepPosted,
  takeAllowance,
} from '../../store/comments/auto-replies.ts'
import { type AskLimits, listOpenReplies, noteWaiting, takeAskAllowance } from '../../store/comments/open-replies.ts'
import type { WatchedPost } from '../../store/comments/watched-posts.ts'
import { crashPoint } from '../../system/crash-point.ts'
import { persistWhileLeased } from '../job-work.ts'
import { type Answerable, type AnswerServices, answerableNow, type Halt } from './answerable.ts'
import { draftReply } from './draft-reply.ts'

/** Replies that are drafted and sent for a post in one run; then other posts follow. */
const repliesAtOnce = 20
/** When to continue with replies in doubt, and with those that were too many for one run. */
const rest = minute
/** How often a platform may refuse a reply for reasons that may pass. */
const maxTries = 5

/** Drafts replies that have no draft, and sends those that may be sent, one after another. */
export async function sendAutoReplies(
  services: AnswerServices,
  claim: WatchedPost,
  signal: AbortSignal,
): Promise<Halt | null> {
  const { database, pace } = services
  const rows = await listOpenReplies(database.read, claim.id, { limit: repliesAtOnce, ...askLimits(services) })
  let isOpen = false
  let allowedIn = Number.POSITIVE_INFINITY
  for (const row of rows) {
    signal.throwIfAborted()
    const answerable = await answerableNow(services, claim)
    if ('type' in answerable) return answerable
    if (row.message === null) {
      const full = await database.transaction((tx) => takeAskAllowance(tx, row, askLimits(services)))
      if (full?.of === 'profile') {
        await waits(services, { job_id: row.job_id }, 'profile', signal)
        return { type: 'later', dueIn: full.wait }
      }
      if (full) {
        await waits(services, row, 'commenter', signal)
        allowedIn = Math.min(allowedIn, full.wait)
        continue
      }
    }
    // There may be more, also of this person. If all that was listed waits for its allowance, so does the rest.
    isOpen ||= row.message === null || rows.length === repliesAtOnce
    const drafted = row.message ?? (await draft(services, answerable, row, signal))
    if (drafted === null) continue
    if (typeof drafted === 'object') return drafted
    const halt = await send(services, claim, { ...row, message: drafted }, signal)
    if (halt === 'in doubt') isOpen = true
    else if (halt) return halt
  }
  const dueIn = isOpen ? pace(rest) : allowedIn
  return Number.isFinite(dueIn) ? { type: 'later', dueIn } : null
}

const askLimits = ({ pace }: AnswerServices): AskLimits => ({
  perProfile: maxRepliesPerHour,
  perCommenter: maxAskedPerCommenter,
  period: pace(hour),
})

const reasons = {
  profile: `The language model is asked for at most ${maxRepliesPerHour} replies of a profile in an hour. This one waits until there is room.`,
  commenter: `The language model is asked for at most ${maxAskedPerCommenter} replies to the same person in an hour. This one waits until there is room.`,
  tokens:
    'The language-model tokens of this month are used up. This reply waits for the next month, or until the operator allows more.',
} as const

const waits = (
  services: AnswerServices,
  which: Parameters<typeof noteWaiting>[1],
  reason: keyof typeof reasons,
  signal: AbortSignal,
): Promise<void> => persistWhileLeased({ ...services, signal }, (tx) => noteWaiting(tx, which, reasons[reason]))

/** Null if nothing is sent now: the model declined, or the draft waits for approval. */
async function draft(
  services: AnswerServices,
  { model, brand, rule, mode }: Answerable,
  row: AutoReplyRow,
  signal: AbortSignal,
): Promise<string | Halt | null> {
  const made = await draftReply(model, { row, brand, rule, signal })
  if (made.type === 'failed' && made.fault.kind === 'used_up') {
    await waits(services, { job_id: row.job_id }, 'tokens', signal)
    // The operator may allow more before the next month.
    return { type: 'later', dueIn: services.pace(hour) }
  }
  if (made.type === 'failed') return { type: 'failed', atLeast: made.fault.retryAfter ?? 0, account: false }
  const status = made.type === 'declined' ? 'declined' : mode === 'review' ? 'awaiting_approval' : 'queued'
  await persistWhileLeased({ ...services, signal }, (tx) =>
    keepDraft(tx, row.id, {
      status,
      message: made.type === 'drafted' ? made.message : null,
      facts: made.type === 'drafted' ? made.facts : null,
      error: made.type === 'declined' ? made.error : null,
    }),
  )
  crashPoint('answer.drafted')
  return made.type === 'drafted' && status === 'queued' ? made.message : null
}

async function send(
  services: AnswerServices,
  claim: WatchedPost,
  row: AutoReplyRow & { readonly message: string },
  signal: AbortSignal,
): Promise<Halt | 'in doubt' | null> {
  const { database, pace } = services
  // The model may have taken minutes.
  const answerable = await answerableNow(services, claim)
  if ('type' in answerable) return answerable
  const { job, account, post, action, mode } = answerable
  if (mode === 'review' && !row.approved && row.sending_at === null) {
    await persistWhileLeased({ ...services, signal }, (tx) => awaitApproval(tx, row.id))
    return null
  }
  const wait = await database.transaction((tx) =>
    takeAllowance(tx, row, { max: maxRepliesPerHour, period: pace(hour) }),
  )
  if (wait === null) return null
  if (wait > 0) return { type: 'later', dueIn: wait }
  const { comment_id: commentId, message } = row
  const sent = await sendReply(
    services,
    { job, account, post, action, commentId, message, by: null },
    (tx, published) => keepPosted(tx, row, published),
  )
  crashPoint('answer.sent')
  return afterwards(services, row, sent, signal)
}

/** Refusals that may pass. */
const passing: readonly JobError[] = ['rate_limited', 'quota_exhausted', 'platform_unavailable']

async function afterwards(
  services: AnswerServices,
  row: AutoReplyRow,
  sent: ReplyResult<void>,
  signal: AbortSignal,
): Promise<Halt | 'in doubt' | null> {
  const fail = (why: string) => persistWhileLeased({ ...services, signal }, (tx) => failAutoReply(tx, row.id, why))
  switch (sent.type) {
    case 'sent':
      return null
    case 'unknown':
      return 'in doubt'
    case 'in doubt':
      if (sent.about !== 'lost') return 'in doubt'
      await fail('It is unknown whether the reply was posted: the platform never reported it.')
      return null
  }
  if (sent.reconnect) return { type: 'asleep' }
  if (!passing.includes(sent.error) || row.tries + 1 >= maxTries) {
    await fail(sent.message)
    return null
  }
  await persistWhileLeased({ ...services, signal }, (tx) => countRefusal(tx, row.id, sent.message))
  return { type: 'failed', atLeast: Math.max(0, (sent.notBefore ?? 0) - services.clock.now()), account: true }
}
