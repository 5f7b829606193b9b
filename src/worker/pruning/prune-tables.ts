import type { KeepDays } from '../../domain/keep-days.ts'
import { day, hour } from '../../domain/time.ts'
import { forgetSecrets, pruneConnections } from '../../store/accounts/connections.ts'
import { thinReads } from '../../store/analytics/measured-posts.ts'
import { pastRetainedFor, prunePastTotals } from '../../store/analytics/post-totals.ts'
import { pruneAutoReplies } from '../../store/comments/auto-replies.ts'
import { pruneComments } from '../../store/comments/comments.ts'
import { pruneReplies } from '../../store/comments/replies.ts'
import { pruneWatchedPosts } from '../../store/comments/watched-posts.ts'
import { pruneDeliveries } from '../../store/deliveries/deliveries.ts'
import { pruneEndpoints } from '../../store/deliveries/endpoints.ts'
import { pruneEvents } from '../../store/deliveries/events.ts'
import { assignPositions, pruneChanges } from '../../store/deliveries/status-log.ts'
import { pruneWebhooks } from '../../store/deliveries/webhooks.ts'
import type { Database, Transaction } from '../../store/engine/database.ts'
import { pruneKeys } from '../../store/idempotency.ts'
import { pruneAudit } from '../../store/people/audit.ts'
import { pruneInvites } from '../../store/people/invites.ts'
import { pruneClients } from '../../store/people/oauth-clients.ts'
import { pruneGrants } from '../../store/people/oauth-grants.ts'
import { pruneOidcSignIns } from '../../store/people/oidc-sign-ins.ts'
import { pruneSessions } from '../../store/people/sessions.ts'
import { pruneLinks } from '../../store/people/sign-in-links.ts'
import { pruneDeletedPosts, pruneEndedPosts, pruneSteps } from '../../store/posts/old-posts.ts'
import type { Batch } from '../../store/walk.ts'
import type { Clock } from '../../system/clock.ts'
import type { Log } from '../../system/log.ts'
import type { Pauses } from './pauses.ts'

/** One batch is to take no longer than this: on SQLite everything else waits for it. In milliseconds. */
const longestBatch = 6
/** A batch never gets smaller than this part of the largest one. */
const smallestPart = 1 / 4

interface TableTask {
  /** In milliseconds; null: for ever. */
  readonly retainedFor: number | null
  /** The most rows at once. */
  readonly batch: number
  /** Removes one batch in one transaction; returns where the next one begins, or null after the last. */
  readonly remove: (database: Database, batch: Batch) => Promise<number | null>
}

/** Goes through a table once. */
const walking =
  (prune: (tx: Transaction, batch: Batch) => Promise<number | null>): TableTask['remove'] =>
  (database, batch) =>
    database.step((tx) => prune(tx, batch))

/** Begins from the start until a batch is not full. `prune` returns how many rows it found. */
const repeating =
  (prune: (tx: Transaction, before: number, limit: number) => Promise<number>): TableTask['remove'] =>
  async (database, { before, limit }) =>
    (await database.step((tx) => prune(tx, before, limit))) === limit ? 0 : null

/** They run in this order. */
export const tableTasks = (keep: KeepDays) =>
  ({
    idempotencyKeys: {
      retainedFor: 0,
      batch: 500,
      remove: repeating(pruneKeys),
    },
    connectionSecrets: {
      retainedFor: 0,
      batch: 500,
      remove: repeating(forgetSecrets),
    },
    sessions: {
      retainedFor: 0,
      batch: 500,
      remove: repeating(pruneSessions),
    },
    invites: {
      retainedFor: 0,
      batch: 500,
      remove: repeating(pruneInvites),
    },
    signInLinks: {
      retainedFor: 0,
      batch: 500,
      remove: repeating(pruneLinks),
    },
    oidcSignIns: {
      retainedFor: 0,
      batch: 500,
      remove: repeating(pruneOidcSignIns),
    },
    // Until then one can see in the list of keys that an access has ended.
    applicationGrants: {
      retainedFor: 7 * day,
      batch: 500,
      remove: repeating(pruneGrants),
    },
    applications: {
      retainedFor: day,
      batch: 500,
      remove: repeating(pruneClients),
    },
    audit: {
      retainedFor: keep.audit * day,
      batch: 500,
      remove: repeating(pruneAudit),
    },
    // Until then its owner can read how connecting went.
    connections: {
      retainedFor: 7 * day,
      batch: 500,
      remove: repeating(pruneConnections),
    },
    // Those that no delivery refers to.
    events: {
      retainedFor: keep.events * day,
      batch: 200,
      remove: walking(pruneEvents),
    },
    // Nothing is removed: changes that no stream has read yet get their positions.
    unplacedStatusChanges: {
      retainedFor: 0,
      batch: 1_000,
      remove: repeating((tx, _, limit) => assignPositions(tx, limit)),
    },
    // Until then a stream can be resumed.
    statusChanges: {
      retainedFor: day,
      batch: 1_000,
      remove: repeating(pruneChanges),
    },
    // An hour more, because clocks differ and the last page may be requested a little late.
    pastTotals: {
      retainedFor: pastRetainedFor + hour,
      batch: 1_000,
      remove: repeating(prunePastTotals),
    },
    // Until then one can read how deliveries went, also those of a deleted webhook.
    deliveries: {
      retainedFor: keep.events * day,
      batch: 200,
      remove: walking(pruneDeliveries),
    },
    // To which nothing was sent since then.
    endpoints: {
      retainedFor: keep.events * day,
      batch: 500,
      remove: walking(pruneEndpoints),
    },
    // Those that are deleted and have no deliveries left.
    webhooks: {
      retainedFor: keep.events * day,
      batch: 200,
      remove: repeating(pruneWebhooks),
    },
    // Data that jobs need while they run.
    steps: {
      retainedFor: keep.steps * day,
      batch: 100,
      remove: walking(pruneSteps),
    },
    metrics: {
      retainedFor: keep.metrics * day,
      batch: 100,
      remove: repeating((tx, _, limit) => thinReads(tx, keep.metrics * day, limit)),
    },
    autoReplies: {
      retainedFor: keep.replies * day,
      batch: 200,
      remove: walking(pruneAutoReplies),
    },
    replies: {
      retainedFor: keep.replies * day,
      batch: 200,
      remove: walking(pruneReplies),
    },
    comments: {
      retainedFor: keep.comments * day,
      batch: 200,
      remove: walking(pruneComments),
    },
    watchedPosts: {
      retainedFor: keep.replies * day,
      batch: 200,
      remove: walking(pruneWatchedPosts),
    },
    deletedPosts: {
      retainedFor: 30 * day,
      batch: 40,
      remove: repeating(pruneDeletedPosts),
    },
    posts: {
      retainedFor: keep.posts === 0 ? null : keep.posts * day,
      batch: 40,
      remove: walking(pruneEndedPosts),
    },
  }) satisfies Readonly<Record<string, TableTask>>

interface Deps {
  readonly database: Database
  readonly clock: Clock
}

/** Removes old rows in small transactions with pauses, so that nothing else waits for long. */
export async function pruneTable(
  { database, clock }: Deps,
  { retainedFor, batch, remove }: TableTask,
  pauses: Pauses,
): Promise<void> {
  if (retainedFor === null) return
  const before = clock.now() - retainedFor
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
