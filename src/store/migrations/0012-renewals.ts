import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** When a login that expires without use must be renewed. Existing logins are checked at once. */
export const renewals: Migration = async (db) => {
  await db.schema.alterTable('accounts').addColumn('renew_from', 'bigint').execute()
  await sql`update accounts set renew_from = connected_at`.execute(db)
}
