import type { Simulator } from '../shared/simulator.ts'
import { createRouteFinder, type RouteFinder } from './routes.ts'
import { createWorld, type SandboxContext, type WorldFor } from './world.ts'

interface NamedSimulator {
  readonly name: string
  readonly aliases?: readonly string[]
  /** The name that people use; without it, `name`. */
  readonly title?: string
}

export interface SandboxPlatform extends NamedSimulator {
  /** Loads the simulator, which takes time and memory. */
  readonly load: () => Promise<Simulator>
}

/** A platform of this server. */
export interface Simulation extends NamedSimulator {
  /** The first call loads the simulator. */
  readonly open: () => Promise<HostedSimulator>
}

/** A platform whose simulator is loaded. */
export interface HostedSimulator extends NamedSimulator {
  readonly simulator: Simulator
  readonly find: RouteFinder
  readonly world: WorldFor
}

export function createSimulation({ load, ...named }: SandboxPlatform, context: SandboxContext): Simulation {
  let hosted: Promise<HostedSimulator> | undefined
  const open = async (): Promise<HostedSimulator> => {
    const simulator = await load()
    const { routes, usualPath } = simulator
    const find = createRouteFinder(routes)
    return {
      ...named,
      simulator,
      find: usualPath ? (method, host, path) => find(method, host, usualPath(host, path)) : find,
      world: createWorld(named.name, context),
    }
  }
  return { ...named, open: () => (hosted ??= open()) }
}

export const findSimulation = (simulations: readonly Simulation[], text: string): Simulation | undefined =>
  simulations.find(({ name, aliases = [] }) => name === text || aliases.includes(text))
