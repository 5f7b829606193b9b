import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * PostgreSQL makes its statistics mostly while nothing is due. Then it expects no row from either index of `due_at`, and
 * claims for one endpoint read what is due to all. Without statistics of the column it expects a third of the table, and uses
 * the index that begins with the endpoint. Naming the type of the column removes the statistics that it has.
 */
export const deliveryStatistics: Migration = async (db, kind) => {
  if (kind === 'postgres')
    await sql`
      alter table deliveries alter column due_at type bigint, alter column due_at set statistics 0`.execute(db)
}
