import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * The lease of a delivery is no longer its `due_at`, which is in two indexes. If a claim changes no column of an index, and the
 * next version of the row fits on its page, PostgreSQL writes nothing to the indexes. A worker of an older version repeats
 * what this version holds.
 */
export const deliveryLease: Migration = async (db, kind) => {
  await db.schema
    .alterTable('deliveries')
    .addColumn('held_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  if (kind === 'postgres') await sql`alter table deliveries set (fillfactor = 50)`.execute(db)
}
