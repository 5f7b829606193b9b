import type { Sealer } from '../crypto/seal.ts'
import type { DeveloperApp } from '../platforms/shared/context.ts'
import { findApp, listApps } from '../store/accounts/apps.ts'
import type { Database } from '../store/engine/database.ts'
import { appBinding } from '../store/engine/sealed.ts'

export type AppSource = 'environment' | 'stored'

/**
 * The operator's developer apps, by the prefix of their settings. Stored ones are read at each use, so that a change takes
 * effect at once in every process. An app in the environment wins over a stored one.
 */
export interface Apps {
  readonly find: (name: string) => Promise<DeveloperApp | null>
  /** Where each app that is set comes from. */
  readonly sources: () => Promise<ReadonlyMap<string, AppSource>>
}

export interface AppServices {
  readonly database: Database
  readonly sealer: Sealer
  /** The apps in the environment. */
  readonly given: Readonly<Record<string, DeveloperApp>>
}

export const createApps = ({ database, sealer, given }: AppServices): Apps => ({
  find: async (name) => {
    const own = given[name]
    if (own) return own
    const row = await findApp(database.read, name)
    if (!row) return null
    const secret = row.client_secret
    return { clientId: row.client_id, clientSecret: secret === null ? null : sealer.open(secret, appBinding(name)) }
  },
  sources: async () =>
    new Map([
      ...(await listApps(database.read)).map(({ name }) => [name, 'stored'] as const),
      ...Object.keys(given).map((name) => [name, 'environment'] as const),
    ]),
})
