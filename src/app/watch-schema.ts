import { second } from '../domain/time.ts'
import { type Database, DatabaseFault } from '../store/engine/database.ts'
import { checkSchema } from '../store/engine/migrate.ts'
import type { Log } from '../system/log.ts'
import type { Pace } from '../system/pace.ts'
import type { Stoppable } from './open-parts.ts'

const checkEvery = 30 * second

/**
 * Notices that another process has migrated the database. Beside a version that says so this one keeps working. `unusable`
 * resolves when it cannot: then this process must stop.
 */
export function watchSchema({ database, log, pace }: { database: Database; log: Log; pace: Pace }) {
  const told = new Set<string>()
  const { promise: unusable, resolve } = Promise.withResolvers<DatabaseFault>()

  async function check(): Promise<void> {
    try {
      for (const migration of await checkSchema(database)) {
        if (!told.has(migration))
          log.warn({ migration }, 'a newer Polypost has migrated the database; this one goes on')
        told.add(migration)
      }
    } catch (err) {
      if (err instanceof DatabaseFault) resolve(err)
      else log.warn({ err }, 'the version of the database could not be read')
    }
  }

  let checking = check()
  const timer = setInterval(() => {
    checking = checking.then(check)
  }, pace(checkEvery))
  const watch: Stoppable & { readonly unusable: Promise<DatabaseFault> } = {
    unusable,
    stop: async () => {
      clearInterval(timer)
      await checking
    },
  }
  return watch
}
