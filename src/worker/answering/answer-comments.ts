import { answeredFor, nextLook } from '../../domain/auto-reply.ts'
import { backoff } from '../../domain/backoff.ts'
import { second } from '../../domain/time.ts'
import type { Comment } from '../../platforms/shared/reads.ts'
import { keepComments, knownComments } from '../../store/auto-replies.ts'
import { isAway } from '../../store/engine/away.ts'
import { LostLease } from '../../store/engine/leases.ts'
import { lanePausedFor } from '../../store/measured-accounts.ts'
import { type PutBack, putOffPosts, putPostBack, type WatchedPost } from '../../store/watched-posts.ts'
import { crashPoint } from '../../system/crash-point.ts'
import { randomFraction } from '../../system/random.ts'
import { ask } from '../ask.ts'
import { persist, persistWhileHeld } from '../turn.ts'
import { type Answerable, type AnswerServices, answerableNow, type Halt } from './answerable.ts'
import { sendAutoReplies } from './send-auto-replies.ts'

/** Pages of comments that are read per run, and comments per page. */
const pagesAtOnce = 4
const pageSize = 50

/** Reads the comments of a claimed post, drafts and sends replies to them, and gives the post back. */
export async function answerComments(services: AnswerServices, claim: WatchedPost, signal: AbortSignal): Promise<void> {
  const { log } = services
  try {
    crashPoint('answer.claimed')
    let active = false
    const halt = await look(services, claim, signal, () => {
      active = true
    })
    await giveBack(services, claim, halt, active)
  } catch (error) {
    // Another worker has the post, or will have it when this lease ends.
    if (error instanceof LostLease || signal.aborted) return
    log.error({ err: error, watched_post: claim.id }, 'the comments of a post could not be answered')
    // A bug would fail again at once. If the database was unreachable, the lease simply runs out.
    if (!isAway(error))
      await giveBack(services, claim, { type: 'failed', atLeast: 0, account: false }, false).catch((err) =>
        log.error({ err, watched_post: claim.id }, 'the lease of a post could not be released'),
      )
  }
}

async function look(
  services: AnswerServices,
  claim: WatchedPost,
  signal: AbortSignal,
  foundNew: () => void,
): Promise<Halt | null> {
  const { database, pace } = services
  const answerable = await answerableNow(services, claim)
  if ('type' in answerable) return answerable
  const paused = await lanePausedFor(database.read, claim.lane)
  if (paused > 0) return { type: 'later', dueIn: paused }
  if (claim.claimed_at - claim.published_at <= pace(answeredFor)) {
    const read = await readNew(services, answerable, signal)
    if ('type' in read) return read
    const kept = await persistWhileHeld({ ...services, signal }, (tx) =>
      keepComments(tx, answerable.job, read.comments),
    )
    if (kept > 0) foundNew()
    crashPoint('answer.kept')
  }
  return sendAutoReplies(services, claim, signal)
}

/** Comments of others that are new and unanswered, the oldest first. */
async function readNew(
  services: AnswerServices,
  { job, account, post, readComments }: Answerable,
  signal: AbortSignal,
): Promise<Halt | { readonly comments: Parameters<typeof keepComments>[2] }> {
  const { database, clock, pace } = services
  const known = await knownComments(database.read, job.id)
  const found: Comment[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < pagesAtOnce; pages += 1) {
    const outcome = await ask(services, account, signal, (context) =>
      readComments({ post, limit: pageSize, cursor }, context),
    )
    if (outcome.type === 'reconnect') return { type: 'asleep' }
    if (outcome.type === 'rejected') return { type: 'failed', atLeast: 0, account: false }
    if (outcome.type === 'retry') {
      const { notBefore = 0, pause = 0 } = outcome
      return { type: 'failed', atLeast: Math.max(notBefore - clock.now(), pace(pause)), account: true }
    }
    found.push(...outcome.value.comments)
    cursor = outcome.value.next
    if (cursor === null || outcome.value.comments.every(({ id, isOwn }) => isOwn || known.has(id))) break
  }
  const answered = new Set(found.flatMap(({ isOwn, parentId }) => (isOwn && parentId !== null ? [parentId] : [])))
  const comments = found
    .filter(
      ({ id, isOwn, canReply, message }) =>
        !isOwn && canReply && message.trim() !== '' && !known.has(id) && !answered.has(id),
    )
    .toSorted((one, other) => one.createdAt - other.createdAt)
    .map(({ id, author, message }) => ({
      comment_id: id,
      comment_author: author.name ?? author.username,
      comment_username: author.username,
      comment_message: message,
    }))
  return { comments }
}

async function giveBack(
  services: AnswerServices,
  claim: WatchedPost,
  halt: Halt | null,
  active: boolean,
): Promise<void> {
  const { pace } = services
  const back = putBackOf(services, claim, halt, active)
  await persist(services, async (tx) => {
    await putPostBack(tx, claim, back)
    if (halt?.type === 'failed' && halt.account)
      await putOffPosts(tx, claim.lane, Math.max(back.dueIn ?? 0, pace(second)))
  })
}

function putBackOf({ pace }: AnswerServices, claim: WatchedPost, halt: Halt | null, active: boolean): PutBack {
  switch (halt?.type) {
    case 'asleep':
      return { failures: 0, dueIn: null, active }
    case 'later':
      return { failures: 0, dueIn: halt.dueIn, active }
    case 'failed': {
      const failures = claim.failures + 1
      return { failures, dueIn: Math.max(halt.atLeast, pace(backoff(failures, randomFraction()))), active }
    }
  }
  const since = (time: number): number => (claim.claimed_at - time) / pace(1)
  const next = nextLook({ age: since(claim.published_at), quiet: active ? 0 : since(claim.active_at) })
  return { failures: 0, dueIn: next === null ? null : pace(next), active }
}
