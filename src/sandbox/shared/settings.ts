import { z } from 'zod'
import type { Json } from '../../domain/outcome.ts'
import { SimulatorFault, type World } from './simulator.ts'

export interface Settings<T> {
  readonly settingsOf: (world: World) => T
  /** Changes some of them and returns all. */
  readonly changeSettings: (world: World, changes: Readonly<Record<string, Json>>) => Json
}

/** The setting of a platform with OAuth: scopes that the app does not have. */
export const appScopes = { appLacks: z.array(z.string()).default([]) }

/** The scopes that the app does not have. */
export const scopesLacked = (world: World): readonly string[] =>
  z.object(appScopes).parse(world.documents(collection).get(id) ?? {}).appLacks

const collection = 'settings'
const id = 'settings'

/** The settings of a simulated platform: one document, so that they outlive the process and a reset restores the defaults. */
export function platformSettings<S extends z.ZodRawShape>(shape: S): Settings<z.output<z.ZodObject<S>>> {
  const schema = z.object(shape)
  const storedSettings = (world: World) => world.documents(collection).get(id) ?? {}
  return {
    settingsOf: (world) => schema.parse(storedSettings(world)),
    changeSettings: (world, changes) => {
      const { data, error } = schema.strict().safeParse({ ...schema.parse(storedSettings(world)), ...changes })
      if (error) throw new SimulatorFault(z.prettifyError(error))
      const changed = z.json().parse(data)
      world.documents(collection).put(id, changed)
      return changed
    },
  }
}
