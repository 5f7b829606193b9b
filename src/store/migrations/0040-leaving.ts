import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** To find what belongs to an account that is disconnected, without reading all accounts and comments. */
export const leaving: Migration = async (db) => {
  await sql`create index accounts_remote on accounts (remote_id)`.execute(db)
  await sql`create index comments_own on comments (profile_id) where is_own = 1`.execute(db)
}
