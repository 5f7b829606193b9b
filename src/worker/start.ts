import { remembering } from '../crypto/seal.ts'
import { second } from '../domain/time.ts'
import type { Platform } from '../platforms/shared/platform.ts'
import { dueAccounts, measuringSlots } from '../queue/due-accounts.ts'
import { deliverySlots, dueEndpoints } from '../queue/due-endpoints.ts'
import { dueJobs, jobSlots } from '../queue/due-jobs.ts'
import { doubtfulReplies, replySlots } from '../queue/due-replies.ts'
import { dueWatchedPosts, watchSlots } from '../queue/due-watched-posts.ts'
import { startLoop } from '../queue/loop.ts'
import type { Waker } from '../store/engine/wake.ts'
import { type PlannedJob, storePlans } from '../store/planned-jobs.ts'
import { answerComments } from './answering/answer-comments.ts'
import type { AnswerServices } from './answering/answerable.ts'
import { resolveReply } from './answering/resolve-reply.ts'
import { type DeliveryServices, deliver } from './delivering/deliver.ts'
import { endParts, type Part } from './delivering/end-turns.ts'
import { measure } from './measuring/measure.ts'
import { type Ended, endJobs } from './publishing/end-jobs.ts'
import { publish } from './publishing/publish.ts'
import { watchOverdue } from './publishing/watch-overdue.ts'
import type { PublishServices } from './turn.ts'
import { writeTogether } from './write-together.ts'

/** How long running work may go on when the process stops. */
const drainTime = 20 * second
/** Secrets of endpoints that are kept open: each signs many deliveries. */
const secretsKept = 1_000

/** Runs all loops of a worker until it is stopped: publishing, delivering, replies in doubt, metrics and auto-replies. */
export function startWorking(
  shared: Omit<
    PublishServices & AnswerServices & DeliveryServices,
    'writePart' | 'openSecret' | 'writePlanned' | 'writeEnded' | 'stopping'
  >,
  /** Platforms whose followers and posts are read. */
  measured: readonly Platform[],
  waker: Waker,
) {
  const stopping = new AbortController()
  const { database, pace, log } = shared
  const services = {
    ...shared,
    stopping: stopping.signal,
    writePlanned: writeTogether('jobs', (planned: readonly PlannedJob[]) => storePlans(database, planned)),
    writeEnded: writeTogether('jobs', (ended: readonly Ended[]) =>
      database.step((tx) => endJobs(tx, ended), { lock: 'short' }),
    ),
  }
  const forDeliveries = {
    ...services,
    writePart: writeTogether('endpoints', (parts: readonly Part[]) =>
      database.step((tx) => endParts(tx, pace, parts), { lock: 'short' }),
    ),
    openSecret: remembering(services.sealer.open, secretsKept),
  }
  const delivering = startLoop({
    what: 'deliveries',
    source: dueEndpoints(database),
    pace,
    log,
    stopping: stopping.signal,
    slots: deliverySlots,
    run: (endpoint, signal) => deliver(forDeliveries, endpoint, signal),
  })
  const publishing = startLoop({
    what: 'jobs',
    source: dueJobs(database, pace, log),
    pace,
    log,
    stopping: stopping.signal,
    slots: jobSlots,
    // The job may have written events that are to be delivered.
    run: (job, signal, assertHeld) => publish(services, job, signal, assertHeld).finally(delivering.wake),
  })
  const resolving = startLoop({
    what: 'replies in doubt',
    source: doubtfulReplies(database),
    pace,
    log,
    stopping: stopping.signal,
    slots: replySlots,
    run: (reply, signal) => resolveReply(services, reply, signal),
  })
  const measuring = startLoop({
    what: 'accounts',
    source: dueAccounts(database),
    pace,
    log,
    stopping: stopping.signal,
    slots: measuringSlots,
    run: (account, signal) => measure({ ...services, platforms: measured }, account, signal),
  })
  const answering = startLoop({
    what: 'posts with comments',
    source: dueWatchedPosts(database),
    pace,
    log,
    stopping: stopping.signal,
    slots: watchSlots,
    run: (post, signal) => answerComments(services, post, signal).finally(delivering.wake),
  })
  waker.listen(publishing.wake)
  waker.listen(delivering.wake)
  const watch = watchOverdue({ database, pace, log })
  return {
    stop: async () => {
      const hurry = setTimeout(() => stopping.abort(), drainTime)
      await Promise.all([watch, publishing, answering, resolving, measuring].map((part) => part.stop()))
      // The last events are sent, too.
      await delivering.stop()
      clearTimeout(hurry)
    },
  }
}
