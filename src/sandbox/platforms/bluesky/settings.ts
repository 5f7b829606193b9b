import { z } from 'zod'
import type { Json } from '../../../domain/outcome.ts'
import { SimulatorFault, type World } from '../../shared/simulator.ts'

const settings = z.strictObject({
  /** Whether requests, writes, logins and videos are counted and limited. */
  rateLimits: z.boolean().default(true),
  /** So long the AppView does not show what was written; in seconds. */
  appViewLagSeconds: z.number().min(0).default(2),
  // The quota is not documented (sheet of 2026-11-21).
  dailyVideos: z.int().min(0).default(25),
  dailyVideoBytes: z.int().min(0).default(10_000_000_000),
})

export type Settings = z.output<typeof settings>

const theOnly = 'settings'
const documents = (world: World) => world.documents('settings')

export const settingsOf = (world: World): Settings => settings.parse(documents(world).get(theOnly) ?? {})

export function changeSettings(world: World, changes: Readonly<Record<string, Json>>): Json {
  const changed = settings.safeParse({ ...settingsOf(world), ...changes })
  if (!changed.success) throw new SimulatorFault(z.prettifyError(changed.error))
  documents(world).put(theOnly, changed.data)
  return changed.data
}
