import type { Lookup } from '../outbound/dial.ts'
import { createFairLookup } from '../outbound/fair-lookup.ts'
import { createHttpClient } from '../outbound/http-client.ts'
import { findHold } from '../store/hold.ts'
import { keepLogins } from '../worker/keep-logins.ts'
import { type PruneTask, startPruning } from '../worker/pruning/prune.ts'
import { pruneMedia } from '../worker/pruning/prune-media.ts'
import { pruneTablesOf } from '../worker/pruning/prune-tables.ts'
import { startWorking } from '../worker/start.ts'
import type { Config } from './config.ts'
import type { Parts, Stoppable } from './open-parts.ts'

/** The work that is not caused by a request: due jobs, and deleting old rows. */
export function startWork(config: Config, parts: Parts, lookup: Lookup): Stoppable[] {
  const { accounts, clock, database, log, measured, storage, waker } = parts
  const http = createHttpClient({ exceptions: config.allowedAddresses, lookup: createFairLookup(lookup), log })
  const pruneTasks: readonly PruneTask[] = [
    ...pruneTablesOf({ database, clock }),
    {
      what: 'media',
      run: (stopped) => pruneMedia({ database, storage, clock, keepDays: config.mediaKeepDays }, stopped),
    },
    { what: 'logins to renew', run: (stopped) => keepLogins({ database, accounts, clock, log }, stopped) },
  ]
  const isHeld = async () => (await findHold(database.read)) !== null
  const { greatestLateness } = config
  return [
    startWorking({ ...parts, http, greatestLateness }, measured, waker),
    startPruning(pruneTasks, { isHeld, log }),
  ]
}
