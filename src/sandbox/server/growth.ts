import { second } from '../../domain/time.ts'
import type { Log } from '../../system/log.ts'
import type { Simulation } from './simulation.ts'
import type { SandboxContext } from './world.ts'

/** In simulated milliseconds. */
const momentEvery = 20 * second

/** Lets time pass on the platforms that have posts: people comment, and numbers rise. */
export function startGrowth(
  simulations: readonly Simulation[],
  { store, ledger, scale }: Pick<SandboxContext, 'store' | 'ledger' | 'scale'>,
  log: Log,
): { readonly stop: () => void } {
  let isStopped = false
  const grow = async ({ name, open }: Simulation): Promise<void> => {
    try {
      if (ledger.newest(name, 1).length === 0) return
      const { simulator, world } = await open()
      if (!isStopped) store.transaction(() => simulator.grow?.(world('')))
    } catch (error) {
      log.error({ err: error, platform: name }, 'a simulated platform could not grow')
    }
  }
  const timer = setInterval(() => {
    for (const simulation of simulations) void grow(simulation)
  }, momentEvery / scale)
  return {
    stop: () => {
      isStopped = true
      clearInterval(timer)
    },
  }
}
