import { z } from 'zod'
import type { Json } from '../../../domain/outcome.ts'
import { day, inSeconds } from '../../../domain/time.ts'
import { SimulatorFault, type World } from '../../shared/simulator.ts'

/** What a project is granted, and what nobody outside YouTube knows for sure, so that it can be had both ways. */
const settings = z.strictObject({
  /** A project begins with 100 (quota page, 2026-06-01); this one was granted more. */
  uploadsPerDay: z.int().min(0).default(100_000),
  /** In units; a project begins with 10,000. */
  unitsPerDay: z.int().min(0).default(10_000_000),
  /** A video that is in the playlist already is `refused` by what clients see, and `added` again by what others report. */
  repeatedEntries: z.enum(['refused', 'added']).default('refused'),
  /** How long a session is good for, in seconds; of Google's APIs in general about a week. */
  sessionSeconds: z
    .int()
    .min(1)
    .default(inSeconds(7 * day)),
})

type Settings = z.output<typeof settings>

const theOnly = 'settings'
const documents = (world: World) => world.documents('settings')

export const settingsOf = (world: World): Settings => settings.parse(documents(world).get(theOnly) ?? {})

export function changeSettings(world: World, changes: Readonly<Record<string, Json>>): Json {
  const changed = settings.safeParse({ ...settingsOf(world), ...changes })
  if (!changed.success) throw new SimulatorFault(z.prettifyError(changed.error))
  documents(world).put(theOnly, changed.data)
  return changed.data
}
