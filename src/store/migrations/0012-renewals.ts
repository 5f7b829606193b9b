import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** When a login that ends for want of use is due to be renewed; those of before are looked at once. */
export const renewals: Migration = async (db) => {
  await db.schema.alterTable('accounts').addColumn('renew_from', 'bigint').execute()
  await sql`update accounts set renew_from = connected_at`.execute(db)
}
