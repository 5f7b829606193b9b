import type { Database } from '../store/database.ts'
import { pruneKeys } from '../store/idempotency.ts'
import { type Clock, minute } from '../system/clock.ts'
import type { Log } from '../system/log.ts'

const pruneEvery = 10 * minute
const batch = 500

/** Removes what has expired, now and then, in small transactions. */
export function startPruning({ database, clock, log }: { database: Database; clock: Clock; log: Log }) {
  let stopped = false
  let running: Promise<void> = Promise.resolve()

  const prune = async () => {
    let removed: number
    do removed = await database.transaction((tx) => pruneKeys(tx, clock.now(), batch))
    while (removed === batch && !stopped)
  }
  const run = () => {
    running = prune().catch((err) => log.error({ err }, 'pruning failed'))
  }

  run()
  const timer = setInterval(run, pruneEvery)
  return {
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
