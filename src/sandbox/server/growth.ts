import { second } from '../../domain/time.ts'
import type { Log } from '../../system/log.ts'
import type { Hosted } from './hosted.ts'
import type { SandboxContext } from './world.ts'

/** In simulated milliseconds. */
const momentEvery = 20 * second

/** Lets time pass on the platforms: people comment, and numbers rise. */
export function startGrowth(
  hosted: readonly Hosted[],
  { store, scale }: Pick<SandboxContext, 'store' | 'scale'>,
  log: Log,
): { readonly stop: () => void } {
  const timer = setInterval(() => {
    for (const { name, simulator, world } of hosted)
      try {
        store.transaction(() => simulator.grow?.(world('')))
      } catch (error) {
        log.error({ err: error, platform: name }, 'a simulated platform could not grow')
      }
  }, momentEvery / scale)
  return { stop: () => clearInterval(timer) }
}
