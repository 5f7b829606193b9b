import { second } from '../domain/time.ts'
import type { Database } from '../store/engine/database.ts'
import { noteTimeline } from '../store/timeline.ts'
import type { Log } from '../system/log.ts'

/** A pooler keeps its clients connected when another server takes over, so that no new connection shows it. */
const pooledEvery = second
/** Whether commits wait for a standby can change without a new connection. */
const otherwiseEvery = 10 * second

/** Compares the timeline of the server also while no connection is opened. */
export function watchTimeline({ database, log }: { database: Database; log: Log }, pooled: boolean) {
  let checking: Promise<void> = Promise.resolve()
  const check = () =>
    noteTimeline(database.kysely).catch((err) => log.warn({ err }, 'the timeline of the database could not be read'))
  const timer = setInterval(
    () => {
      checking = checking.then(check)
    },
    pooled ? pooledEvery : otherwiseEvery,
  )
  return {
    stop: async () => {
      clearInterval(timer)
      await checking
    },
  }
}
