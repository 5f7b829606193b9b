import type { Simulator } from '../shared/simulator.ts'
import type { RouteFinder } from './routes.ts'
import type { WorldFor } from './world.ts'

export interface SandboxPlatform {
  readonly name: string
  readonly aliases?: readonly string[]
  /** What people call it; without it, its name. */
  readonly title?: string
  readonly simulator: Simulator
}

/** A simulated platform that this server serves. */
export interface Hosted extends SandboxPlatform {
  readonly find: RouteFinder
  readonly world: WorldFor
}
