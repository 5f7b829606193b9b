import type { KeepDays } from '../../domain/keep-days.ts'
import { day, hour } from '../../domain/time.ts'
import { pruneAudit } from '../../store/audit.ts'
import { pruneAutoReplies } from '../../store/auto-replies.ts'
import { pruneComments } from '../../store/comments.ts'
import { forgetSecrets, pruneConnections } from '../../store/connections.ts'
import { pruneDeliveries } from '../../store/deliveries.ts'
import type { Database } from '../../store/engine/database.ts'
import { pruneEvents } from '../../store/events.ts'
import { pruneKeys } from '../../store/idempotency.ts'
import { pruneInvites } from '../../store/invites.ts'
import { thinReads } from '../../store/measured-posts.ts'
import { pruneDeletedPosts, pruneEndedPosts, pruneSteps } from '../../store/old-posts.ts'
import { pastKeptFor, prunePastTotals } from '../../store/post-totals.ts'
import { pruneReplies } from '../../store/replies.ts'
import { pruneSessions } from '../../store/sessions.ts'
import { pruneLinks } from '../../store/sign-in-links.ts'
import { placeChanges, pruneChanges } from '../../store/status-log.ts'
import { pruneWatchedPosts } from '../../store/watched-posts.ts'
import { pruneWebhooks } from '../../store/webhooks.ts'
import type { Clock } from '../../system/clock.ts'
import type { Log } from '../../system/log.ts'
import type { Pauses } from './pauses.ts'

/** One batch is to take no longer than this: on SQLite everything else waits for it. In milliseconds. */
const longestBatch = 6
/** A batch never gets smaller than this part of the largest one. */
const smallestPart = 1 / 4

/** Rows that are removed, or looked at, in one transaction. */
interface Batch {
  /** Only rows that ended before this time, in milliseconds since 1970. */
  readonly before: number
  /** Where the batch before this one ended, for tasks that go through a table once. */
  readonly after: number
  readonly limit: number
}

interface TableTask {
  /** In milliseconds; null: for ever. */
  readonly keptFor: number | null
  /** The most rows at once. */
  readonly batch: number
  /** Removes one batch; returns where the next one begins, or null after the last. */
  readonly remove: (database: Database, batch: Batch) => Promise<number | null>
}

/** A batch that was full may not have been the last. */
const nextAfter = (removed: number, { limit }: Batch): number | null => (removed === limit ? 0 : null)

/** They run in this order. */
export const tableTasks = (keep: KeepDays) =>
  ({
    idempotencyKeys: {
      keptFor: 0,
      batch: 500,
      remove: async (database, batch) =>
        nextAfter(await database.step((tx) => pruneKeys(tx, batch.before, batch.limit)), batch),
    },
    connectionSecrets: {
      keptFor: 0,
      batch: 500,
      remove: async (database, batch) =>
        nextAfter(await database.step((tx) => forgetSecrets(tx, batch.before, batch.limit)), batch),
    },
    sessions: {
      keptFor: 0,
      batch: 500,
      remove: async (database, batch) =>
        nextAfter(await database.step((tx) => pruneSessions(tx, batch.before, batch.limit)), batch),
    },
    invites: {
      keptFor: 0,
      batch: 500,
      remove: async (database, batch) =>
        nextAfter(await database.step((tx) => pruneInvites(tx, batch.before, batch.limit)), batch),
    },
    signInLinks: {
      keptFor: 0,
      batch: 500,
      remove: async (database, batch) =>
        nextAfter(await database.step((tx) => pruneLinks(tx, batch.before, batch.limit)), batch),
    },
    audit: {
      keptFor: keep.audit * day,
      batch: 500,
      remove: async (database, batch) =>
        nextAfter(await database.step((tx) => pruneAudit(tx, batch.before, batch.limit)), batch),
    },
    // Until then its owner can read how connecting went.
    connections: {
      keptFor: 7 * day,
      batch: 500,
      remove: async (database, batch) =>
        nextAfter(await database.step((tx) => pruneConnections(tx, batch.before, batch.limit)), batch),
    },
    // Those that no delivery refers to.
    events: {
      keptFor: keep.events * day,
      batch: 200,
      remove: (database, batch) => database.step((tx) => pruneEvents(tx, batch)),
    },
    // Nothing is removed: changes that no stream has read yet get their positions.
    unplacedStatusChanges: {
      keptFor: 0,
      batch: 1_000,
      remove: async (database, batch) => nextAfter(await database.step((tx) => placeChanges(tx, batch.limit)), batch),
    },
    // Until then a stream can be resumed.
    statusChanges: {
      keptFor: day,
      batch: 1_000,
      remove: async (database, batch) =>
        nextAfter(await database.step((tx) => pruneChanges(tx, batch.before, batch.limit)), batch),
    },
    // An hour more, because clocks differ and the last page may be requested a little late.
    pastTotals: {
      keptFor: pastKeptFor + hour,
      batch: 1_000,
      remove: async (database, batch) =>
        nextAfter(await database.step((tx) => prunePastTotals(tx, batch.before, batch.limit)), batch),
    },
    // Until then one can read how deliveries went, also those of a deleted webhook.
    deliveries: {
      keptFor: keep.events * day,
      batch: 200,
      remove: (database, batch) => database.step((tx) => pruneDeliveries(tx, batch)),
    },
    // Those that are deleted and have no deliveries left.
    webhooks: {
      keptFor: keep.events * day,
      batch: 200,
      remove: async (database, batch) =>
        nextAfter(await database.step((tx) => pruneWebhooks(tx, batch.before, batch.limit)), batch),
    },
    // What jobs need while they run.
    steps: {
      keptFor: keep.steps * day,
      batch: 100,
      remove: (database, batch) => database.step((tx) => pruneSteps(tx, batch)),
    },
    metrics: {
      keptFor: keep.metrics * day,
      batch: 100,
      remove: async (database, batch) =>
        nextAfter(await database.step((tx) => thinReads(tx, keep.metrics * day, batch.limit)), batch),
    },
    autoReplies: {
      keptFor: keep.replies * day,
      batch: 200,
      remove: (database, batch) => database.step((tx) => pruneAutoReplies(tx, batch)),
    },
    replies: {
      keptFor: keep.replies * day,
      batch: 200,
      remove: (database, batch) => database.step((tx) => pruneReplies(tx, batch)),
    },
    comments: {
      keptFor: keep.comments * day,
      batch: 200,
      remove: (database, batch) => database.step((tx) => pruneComments(tx, batch)),
    },
    watchedPosts: {
      keptFor: keep.replies * day,
      batch: 200,
      remove: (database, batch) => database.step((tx) => pruneWatchedPosts(tx, batch)),
    },
    deletedPosts: {
      keptFor: 30 * day,
      batch: 40,
      remove: async (database, batch) =>
        nextAfter(await database.step((tx) => pruneDeletedPosts(tx, batch.before, batch.limit)), batch),
    },
    posts: {
      keptFor: keep.posts === 0 ? null : keep.posts * day,
      batch: 40,
      remove: (database, batch) => database.step((tx) => pruneEndedPosts(tx, batch)),
    },
  }) satisfies Readonly<Record<string, TableTask>>

interface Deps {
  readonly database: Database
  readonly clock: Clock
}

/** Removes old rows in small transactions with pauses, so that nothing else waits for long. */
export async function pruneTable(
  { database, clock }: Deps,
  { keptFor, batch, remove }: TableTask,
  pauses: Pauses,
): Promise<void> {
  if (keptFor === null) return
  const before = clock.now() - keptFor
  const smallest = Math.ceil(batch * smallestPart)
  const { timed, worked } = timing(database)
  let limit = smallest
  let after: number | null = 0
  while (after !== null && !pauses.stopped()) {
    after = await remove(timed, { before, after, limit })
    const took = worked()
    limit = took > longestBatch ? Math.max(smallest, Math.floor(limit / 2)) : Math.min(batch, limit * 2)
    await pauses.rest(took)
  }
}

/** A database, and how long its transactions have worked since the last call, without the time they waited for others. */
function timing(database: Database): { readonly timed: Database; readonly worked: () => number } {
  let sum = 0
  const step: Database['step'] = (work) =>
    database.step(async (tx) => {
      const begun = performance.now()
      try {
        return await work(tx)
      } finally {
        sum += performance.now() - begun
      }
    })
  return {
    timed: { ...database, step },
    worked: () => {
      const worked = sum
      sum = 0
      return worked
    },
  }
}

/** Does all tasks one after the other. One that fails does not stop the others. */
export async function pruneTables(deps: Deps & { readonly log: Log }, keep: KeepDays, pauses: Pauses): Promise<void> {
  for (const [what, task] of Object.entries(tableTasks(keep)))
    await pruneTable(deps, task, pauses).catch((err) => deps.log.error({ err, what }, 'pruning failed'))
}
