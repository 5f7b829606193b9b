import { day, hour } from '../../domain/time.ts'
import { forgetSecrets, pruneConnections } from '../../store/connections.ts'
import { pruneDeliveries } from '../../store/deliveries.ts'
import type { Database } from '../../store/engine/database.ts'
import { pruneEvents } from '../../store/events.ts'
import { pruneKeys } from '../../store/idempotency.ts'
import { pastKeptFor, prunePastTotals } from '../../store/post-totals.ts'
import { placeChanges, pruneChanges } from '../../store/status-log.ts'
import { pruneWebhooks } from '../../store/webhooks.ts'
import type { Clock } from '../../system/clock.ts'
import type { PruneTask } from './prune.ts'

/** Rows that are removed, or looked at, in one transaction. */
interface Batch {
  /** Only rows that ended before this time, in milliseconds since 1970. */
  readonly before: number
  /** Where the batch before this one ended, for tasks that go through a table once. */
  readonly after: number
  readonly limit: number
}

interface TableTask {
  /** In milliseconds. */
  readonly keptFor: number
  readonly batch: number
  /** Removes one batch; returns where the next one begins, or null after the last. */
  readonly remove: (database: Database, batch: Batch) => Promise<number | null>
}

/** A batch that was full may not have been the last. */
const nextAfter = (removed: number, { limit }: Batch): number | null => (removed === limit ? 0 : null)

/** They run in this order. */
export const tableTasks = {
  idempotencyKeys: {
    keptFor: 0,
    batch: 500,
    remove: async (database, batch) =>
      nextAfter(await database.transaction((tx) => pruneKeys(tx, batch.before, batch.limit)), batch),
  },
  connectionSecrets: {
    keptFor: 0,
    batch: 500,
    remove: async (database, { before }) => {
      await database.transaction((tx) => forgetSecrets(tx, before))
      return null
    },
  },
  // Until then its owner can read how connecting went.
  connections: {
    keptFor: 7 * day,
    batch: 500,
    remove: async (database, batch) =>
      nextAfter(await database.transaction((tx) => pruneConnections(tx, batch.before, batch.limit)), batch),
  },
  // Those that no delivery refers to.
  events: {
    keptFor: 90 * day,
    batch: 500,
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
    keptFor: 90 * day,
    batch: 500,
    remove: (database, batch) => database.step((tx) => pruneDeliveries(tx, batch)),
  },
  // Those that are deleted and have no deliveries left.
  webhooks: {
    keptFor: 90 * day,
    batch: 500,
    remove: async (database, batch) =>
      nextAfter(await database.step((tx) => pruneWebhooks(tx, batch.before, batch.limit)), batch),
  },
} satisfies Readonly<Record<string, TableTask>>

interface Deps {
  readonly database: Database
  readonly clock: Clock
}

/** Removes old rows in small transactions, so that nothing else waits for long. */
export async function pruneTable(
  { database, clock }: Deps,
  { keptFor, batch, remove }: TableTask,
  stopped: () => boolean,
): Promise<void> {
  const before = clock.now() - keptFor
  let after: number | null = 0
  while (after !== null && !stopped()) {
    const from: number = after
    after = await remove(database, { before, after: from, limit: batch })
  }
}

/** One task for each kind of row that is removed when it is old. */
export const pruneTablesOf = (deps: Deps): readonly PruneTask[] =>
  Object.entries(tableTasks).map(([what, task]) => ({ what, run: (stopped) => pruneTable(deps, task, stopped) }))
