import { answeredFor, nextRead } from '../../domain/auto-reply.ts'
import { backoff } from '../../domain/backoff.ts'
import { nextInboxRead } from '../../domain/inbox.ts'
import { minute, second } from '../../domain/time.ts'
import { accountPausedFor } from '../../store/analytics/measured-accounts.ts'
import { keepComments } from '../../store/comments/auto-replies.ts'
import { listUnanswered } from '../../store/comments/comments.ts'
import { type PutBack, putOffPosts, putPostBack, type WatchedPost } from '../../store/comments/watched-posts.ts'
import { isAway } from '../../store/engine/away.ts'
import { LostLease } from '../../store/engine/leases.ts'
import { crashPoint } from '../../system/crash-point.ts'
import { randomFraction } from '../../system/random.ts'
import { persist, persistWhileLeased } from '../job-work.ts'
import { type Answerable, type AnswerServices, answerableOf, type Halt, readableNow } from './answerable.ts'
import { type ReadOnce, readComments } from './read-comments.ts'
import { sendAutoReplies } from './send-auto-replies.ts'

/** Comments that one run marks to be answered. */
const answeredAtOnce = 200
/** When to continue reading all comments. */
const rest = minute

/** Reads the comments of a claimed post for the inbox, drafts and sends replies to them, and gives the post back. */
export async function answerComments(services: AnswerServices, claim: WatchedPost, signal: AbortSignal): Promise<void> {
  const { log } = services
  try {
    crashPoint('answer.claimed')
    await giveBack(services, claim, await readPost(services, claim, signal))
  } catch (error) {
    // Another worker has the post, or will have it when this lease ends.
    if (error instanceof LostLease || signal.aborted) return
    log.error({ err: error, watched_post: claim.id }, 'the comments of a post could not be answered')
    // A bug would fail again at once. If the database was unreachable, the lease simply runs out.
    if (!isAway(error))
      await giveBack(services, claim, { halt: { type: 'failed', atLeast: 0, account: false } }).catch((err) =>
        log.error({ err, watched_post: claim.id }, 'the lease of a post could not be released'),
      )
  }
}

/** The result of one run for a post. */
interface PostRead {
  readonly halt: Halt | null
  readonly read?: ReadOnce | null
  /** In how many milliseconds to look again, if nothing else is to be done; null: never. */
  readonly next?: number | null
}

async function readPost(services: AnswerServices, claim: WatchedPost, signal: AbortSignal): Promise<PostRead> {
  const { database, pace, inbox } = services
  const readable = await readableNow(services, claim)
  if ('type' in readable) return { halt: readable }
  const answerable = answerableOf(services, readable)
  const obstacle = 'type' in answerable ? answerable : null
  const purposes = { answers: obstacle === null, inbox: inbox(readable.platform, readable.account.environment) }
  if (obstacle && !purposes.inbox) return { halt: obstacle }
  const paused = await accountPausedFor(database.read, claim.lane)
  if (paused > 0) return { halt: { type: 'later', dueIn: paused } }

  const since = (time: number): number => (claim.claimed_at - time) / pace(1)
  const age = since(claim.published_at)
  const quiet = since(claim.active_at)
  const read =
    dueAfter({ age, quiet }, purposes) === null ? null : await readComments(services, readable, claim, signal)
  if (read?.halt) return { halt: read.halt, read }
  const halt = 'type' in answerable ? null : await answer(services, answerable, { claim, age, signal })
  const next = dueAfter({ age, quiet: read?.found ? 0 : quiet }, purposes)
  // The inbox goes on without auto-replies.
  return { halt: halt?.type === 'asleep' && purposes.inbox ? null : halt, read, next }
}

async function answer(
  services: AnswerServices,
  { job }: Answerable,
  { claim, age, signal }: { claim: WatchedPost; age: number; signal: AbortSignal },
): Promise<Halt | null> {
  const { database } = services
  if (age <= answeredFor) {
    const comments = await listUnanswered(database.read, claim.id, answeredAtOnce)
    await persistWhileLeased({ ...services, signal }, (tx) => keepComments(tx, job, comments))
    crashPoint('answer.kept')
  }
  return sendAutoReplies(services, claim, signal)
}

function dueAfter(times: Parameters<typeof nextRead>[0], wanted: { answers: boolean; inbox: boolean }): number | null {
  const reads = [wanted.answers ? nextRead(times) : null, wanted.inbox ? nextInboxRead(times) : null]
  const due = reads.filter((time) => time !== null)
  return due.length === 0 ? null : Math.min(...due)
}

async function giveBack(services: AnswerServices, claim: WatchedPost, postRead: PostRead): Promise<void> {
  const { pace } = services
  const { halt, read } = postRead
  const back = { ...dueOf(services, claim, postRead), active: (read?.found ?? 0) > 0, sweep: read?.sweep }
  await persist(services, async (tx) => {
    await putPostBack(tx, claim, back)
    if (halt?.type === 'failed' && halt.account)
      await putOffPosts(tx, claim.lane, Math.max(back.dueIn ?? 0, pace(second)))
  })
}

function dueOf(
  { pace }: AnswerServices,
  claim: WatchedPost,
  { halt, read, next = null }: PostRead,
): Pick<PutBack, 'failures' | 'dueIn'> {
  const nextRead = read?.sweep?.sweep_cursor ? rest : next
  switch (halt?.type) {
    case 'asleep':
      return { failures: 0, dueIn: null }
    case 'later':
      // Replies that wait, for example those to one person, do not put off the reading of new comments.
      return { failures: 0, dueIn: nextRead === null ? halt.dueIn : Math.min(halt.dueIn, pace(nextRead)) }
    case 'failed': {
      const failures = claim.failures + 1
      return { failures, dueIn: Math.max(halt.atLeast, pace(backoff(failures, randomFraction()))) }
    }
  }
  return { failures: 0, dueIn: nextRead === null ? null : pace(nextRead) }
}
