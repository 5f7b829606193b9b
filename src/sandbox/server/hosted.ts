import type { Simulator } from '../shared/simulator.ts'
import type { RouteFinder } from './routes.ts'
import type { WorldFor } from './world.ts'

export interface SandboxPlatform {
  readonly name: string
  readonly aliases?: readonly string[]
  /** What people call it; left out, as its name. */
  readonly title?: string
  readonly simulator: Simulator
}

/** A simulated platform that stands in this server. */
export interface Hosted extends SandboxPlatform {
  readonly find: RouteFinder
  readonly world: WorldFor
}
