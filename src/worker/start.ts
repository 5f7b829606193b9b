import { remembering } from '../crypto/seal.ts'
import { second } from '../domain/time.ts'
import type { Platform } from '../platforms/shared/platform.ts'
import { deliverySlots, dueEndpoints } from '../queue/due-endpoints.ts'
import { dueJobs, jobSlots } from '../queue/due-jobs.ts'
import { startLoop } from '../queue/loop.ts'
import {
  doubtfulReplies,
  dueAccounts,
  dueWatchedPosts,
  measuringSlots,
  replySlots,
  watchSlots,
} from '../queue/sources.ts'
import type { LeasedTable } from '../store/engine/leases.ts'
import type { Waker } from '../store/engine/wake.ts'
import { type PlannedJob, storePlans } from '../store/jobs/planned-jobs.ts'
import type { Vitals } from '../system/vitals.ts'
import { answerComments } from './answering/answer-comments.ts'
import type { AnswerServices } from './answering/answerable.ts'
import { resolveReply } from './answering/resolve-reply.ts'
import { type DeliveryServices, deliver } from './delivering/deliver.ts'
import { endParts, type Part } from './delivering/end-parts.ts'
import { tellEnded } from './delivering/tell-ended.ts'
import type { PublishServices } from './job-work.ts'
import { measure } from './measuring/measure.ts'
import { type EndedJob, endJobs } from './publishing/end-jobs.ts'
import { publish } from './publishing/publish.ts'
import { watchOverdue } from './publishing/watch-overdue.ts'
import { writeTogether } from './write-together.ts'

/** How long running work may go on when the process stops. */
const drainTime = 20 * second
/** Secrets of endpoints that are kept open: each signs many deliveries. */
const secretsKept = 1_000

/** Runs all loops of a worker until it is stopped: publishing, delivering, replies in doubt, metrics and auto-replies. */
export function startWorking(
  shared: Omit<
    PublishServices & AnswerServices & DeliveryServices,
    'writePart' | 'openSecret' | 'writePlanned' | 'writeEnded' | 'stopping' | 'onRetry'
  > & { readonly vitals: Vitals },
  /** Platforms whose followers and posts are read. */
  measured: readonly Platform[],
  waker: Waker,
) {
  const stopping = new AbortController()
  const { database, pace, log, vitals } = shared
  const services = {
    ...shared,
    stopping: stopping.signal,
    writePlanned: writeTogether('jobs', (planned: readonly PlannedJob[]) => storePlans(database, planned)),
    writeEnded: writeTogether('jobs', (ended: readonly EndedJob[]) =>
      database.step((tx) => endJobs(tx, ended), { lock: 'short' }),
    ),
  }
  const counting = (table: LeasedTable) => ({ ...services, onRetry: () => vitals.retried(table) })
  const forJobs = counting('jobs')
  const forDeliveries = {
    ...counting('endpoints'),
    writePart: writeTogether('endpoints', async (parts: readonly Part[]) => {
      const { leased, ended } = await database.step((tx) => endParts(tx, pace, parts), { lock: 'short' })
      for (const one of ended) tellEnded(shared, one)
      return leased
    }),
    openSecret: remembering(services.sealer.open, secretsKept),
  }
  const common = { pace, log, vitals, stopping: stopping.signal }
  const delivering = startLoop({
    what: 'deliveries',
    source: dueEndpoints(database),
    ...common,
    slots: deliverySlots,
    run: (endpoint, signal) => deliver(forDeliveries, endpoint, signal),
  })
  const publishing = startLoop({
    what: 'jobs',
    source: dueJobs(database, pace, log),
    ...common,
    slots: jobSlots,
    // The job may have written events that are to be delivered.
    run: (job, signal, assertLeased) => publish(forJobs, job, signal, assertLeased).finally(delivering.wake),
  })
  const resolving = startLoop({
    what: 'replies in doubt',
    source: doubtfulReplies(database),
    ...common,
    slots: replySlots,
    run: (reply, signal) => resolveReply(counting('replies'), reply, signal),
  })
  const measuring = startLoop({
    what: 'accounts',
    source: dueAccounts(database),
    ...common,
    slots: measuringSlots,
    run: (account, signal) => measure({ ...counting('measured_accounts'), platforms: measured }, account, signal),
  })
  const answering = startLoop({
    what: 'posts with comments',
    source: dueWatchedPosts(database),
    ...common,
    slots: watchSlots,
    run: (post, signal) => answerComments(counting('watched_posts'), post, signal).finally(delivering.wake),
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
