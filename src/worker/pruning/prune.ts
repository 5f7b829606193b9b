import { minute } from '../../domain/time.ts'
import type { Log } from '../../system/log.ts'

const pruneEvery = 10 * minute

export interface PruneTask {
  /** For the log. */
  readonly what: string
  readonly run: (stopped: () => boolean) => Promise<void>
}

/**
 * Runs all tasks one after another, now and every ten minutes. A task that fails runs again the next time. Nothing is deleted
 * and no login is renewed while the database is held: another copy may still be put in its place.
 */
export function startPruning(
  tasks: readonly PruneTask[],
  { isHeld, log }: { isHeld: () => Promise<boolean>; log: Log },
) {
  let stopped = false
  let running: Promise<void> = Promise.resolve()

  const prune = async () => {
    if (await isHeld().catch(() => true)) return
    for (const { what, run } of tasks)
      if (!stopped) await run(() => stopped).catch((err) => log.error({ err, what }, 'pruning failed'))
  }
  const run = () => {
    running = running.then(prune)
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
