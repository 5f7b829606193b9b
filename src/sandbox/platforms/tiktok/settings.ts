import { z } from 'zod'
import type { Json } from '../../../domain/outcome.ts'
import { hour, inSeconds } from '../../../domain/time.ts'
import { SimulatorFault, type World } from '../../shared/simulator.ts'

const settings = z.strictObject({
  /** Whether creators post what comes into their inbox, some seconds later. */
  creatorsFinish: z.boolean().default(false),
  rateLimits: z.boolean().default(true),
  /** How long the address for the bytes is good for, in seconds. */
  uploadSeconds: z.int().min(1).default(inSeconds(hour)),
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
