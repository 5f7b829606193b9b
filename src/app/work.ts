import type { Lookup } from '../outbound/dial.ts'
import { createFairLookup } from '../outbound/fair-lookup.ts'
import { createHttpClient } from '../outbound/http-client.ts'
import { keepLogins } from '../worker/keep-logins.ts'
import { startPruning } from '../worker/pruning/prune.ts'
import { pruneConnections } from '../worker/pruning/prune-connections.ts'
import { pruneDeliveries } from '../worker/pruning/prune-deliveries.ts'
import { pruneEvents } from '../worker/pruning/prune-events.ts'
import { pruneKeys } from '../worker/pruning/prune-keys.ts'
import { pruneMedia } from '../worker/pruning/prune-media.ts'
import { pruneStatusLog } from '../worker/pruning/prune-status-log.ts'
import { pruneTotals } from '../worker/pruning/prune-totals.ts'
import { startWorking } from '../worker/start.ts'
import type { Config } from './config.ts'
import type { Parts, Stoppable } from './open-parts.ts'

/** What happens without a request: due work is claimed, old rows are deleted. */
export function startWork(config: Config, parts: Parts, lookup: Lookup): Stoppable[] {
  const { accounts, clock, database, log, measured, storage, waker } = parts
  const http = createHttpClient({ exceptions: config.allowedAddresses, lookup: createFairLookup(lookup), log })
  const pruneTasks = [
    (stopped: () => boolean) => pruneKeys({ database, clock }, stopped),
    (stopped: () => boolean) => pruneConnections({ database, clock }, stopped),
    (stopped: () => boolean) => pruneEvents({ database, clock }, stopped),
    (stopped: () => boolean) => pruneStatusLog({ database, clock }, stopped),
    (stopped: () => boolean) => pruneTotals({ database, clock }, stopped),
    (stopped: () => boolean) => pruneDeliveries({ database, clock }, stopped),
    (stopped: () => boolean) => pruneMedia({ database, storage, clock, keepDays: config.mediaKeepDays }, stopped),
    (stopped: () => boolean) => keepLogins({ database, accounts, clock, log }, stopped),
  ]
  return [startWorking({ ...parts, http }, measured, waker), startPruning(pruneTasks, log)]
}
