import { join } from 'node:path'
import { createSealer, type Sealer } from '../crypto/seal.ts'
import { inspectServer, type ServerFacts } from '../store/engine/check-server.ts'
import { type Database, DatabaseFault, openDatabase, reasonOf } from '../store/engine/database.ts'
import { lockDirectory } from '../store/engine/lock.ts'
import { checkSchema, isEmpty, migrate } from '../store/engine/migrate.ts'
import { noteTimeline } from '../store/timeline.ts'
import type { Clock } from '../system/clock.ts'
import { firstStart } from '../usecases/admin/first-start.ts'
import type { Config } from './config.ts'
import { ownerKeyFile, prepareDirectory, readOrMakeSecrets, writePrivateFile } from './data-dir.ts'

export interface Store {
  readonly database: Database
  /** How PostgreSQL is reached; null: the database is embedded. */
  readonly server: ServerFacts | null
  /** The secrets of this instance, newest first. */
  readonly secrets: readonly string[]
  readonly sealer: Sealer
  /** The owner's key, if this call created it. */
  readonly ownerKey: string | null
  readonly close: () => Promise<void>
}

export const embeddedFile = (config: Config): string => join(config.dataDir, 'polypost.db')

interface OpenOptions {
  /** Nobody else may use an embedded data directory. A command does without, so it can write while the service runs. */
  readonly locks: boolean
  /** Otherwise the database must be empty or of this version: a command must not migrate it under a running service. */
  readonly migrates: boolean
}

/** Opens the database, and makes sure that an owner exists. */
export async function openStore(config: Config, clock: Clock, { locks, migrates }: OpenOptions): Promise<Store> {
  await prepareDirectory(config.dataDir)
  const server = config.databaseUrl === null ? null : await inspectServer(config.databaseUrl)
  const lock = locks && config.databaseUrl === null ? lockDirectory(config.dataDir) : null
  let database: Database
  try {
    database =
      config.databaseUrl === null
        ? openEmbeddedFile(config)
        : openDatabase({
            url: config.databaseUrl,
            schema: config.databaseSchema,
            pooled: server?.pooled ?? false,
            inspect: noteTimeline,
          })
  } catch (error) {
    lock?.release()
    throw error
  }
  const close = async () => {
    await database.close()
    lock?.release()
  }
  try {
    if (migrates || (await isEmpty(database))) await migrate(database, clock)
    else await checkSchema(database)
    const secrets = config.secretKeys ?? (await readOrMakeSecrets(config.dataDir))
    const sealer = createSealer(secrets)
    const keepKey = (key: string) => writePrivateFile(ownerKeyFile(config.dataDir), key)
    const made = await firstStart({ database, clock, sealer, ownerKey: config.ownerKey, keepKey })
    return { database, server, secrets, sealer, ownerKey: config.ownerKey === null ? made : null, close }
  } catch (error) {
    await close()
    throw error
  }
}

function openEmbeddedFile(config: Config): Database {
  const file = embeddedFile(config)
  try {
    return openDatabase({ file })
  } catch (cause) {
    throw new DatabaseFault(
      `The database ${file} can’t be opened: ${reasonOf(cause)}. Check that it is Polypost’s and that this user may write it, or restore a backup.`,
      { cause },
    )
  }
}
