import { minute } from '../../domain/time.ts'
import type { Log } from '../../system/log.ts'

const pruneEvery = 10 * minute

export interface PruneTask {
  /** For the log. */
  readonly what: string
  readonly run: (stopped: () => boolean) => Promise<void>
}

/** Runs all tasks one after another, now and every ten minutes. A task that fails runs again the next time. */
export function startPruning(tasks: readonly PruneTask[], log: Log) {
  let stopped = false
  let running: Promise<void> = Promise.resolve()

  const prune = async () => {
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
