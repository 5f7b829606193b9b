import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The deliveries to one endpoint are claimed and postponed in the order of their time. */
export const deliveryOrder: Migration = async (db) => {
  await sql`drop index deliveries_open`.execute(db)
  await sql`create index deliveries_open on deliveries (lane, due_at, id) where due_at is not null`.execute(db)
}
