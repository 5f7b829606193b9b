import { minute } from '../../domain/time.ts'
import type { Log } from '../../system/log.ts'

const pruneEvery = 10 * minute

/** Removes what has expired, now and then; a broom that fails is tried again the next time. */
export function startPruning(brooms: readonly ((stopped: () => boolean) => Promise<void>)[], log: Log) {
  let stopped = false
  let running: Promise<void> = Promise.resolve()

  const prune = async () => {
    for (const broom of brooms)
      if (!stopped) await broom(() => stopped).catch((err) => log.error({ err }, 'pruning failed'))
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
