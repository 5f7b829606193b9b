import { createHash } from 'node:crypto'
import type { Insertable, Kysely } from 'kysely'
import { readConfig } from '../../src/config.ts'
import { embeddedFile } from '../../src/open-store.ts'
import { openDatabase } from '../../src/store/database.ts'
import type { Tables } from '../../src/store/tables.ts'
import type { Place } from './database.ts'

/** Works in the instance's database, for what no request can bring about or see. */
export async function withDatabase<T>({ env }: Place, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const config = readConfig(env)
  const database = openDatabase(
    config.databaseUrl === null ? { file: embeddedFile(config) } : { url: config.databaseUrl },
  )
  try {
    return await work(database.kysely)
  } finally {
    await database.close()
  }
}

type Account = Insertable<Tables['accounts']>

/** Connects an account of which only the necessary is known, save what is given. */
export async function insertAccount(
  place: Place,
  { profile_id, platform, ...given }: Pick<Account, 'profile_id' | 'platform'> & Partial<Account>,
): Promise<void> {
  const row = {
    profile_id,
    platform,
    remote_id: createHash('sha256').update(`${profile_id} ${platform}`).digest('hex').slice(0, 12),
    environment: 'sandbox',
    status: 'connected',
    missing_permissions: '[]',
    connected_at: Date.now(),
    ...given,
  }
  await withDatabase(place, (db) => db.insertInto('accounts').values(row).execute())
}
