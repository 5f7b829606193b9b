import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Data for deleting old rows: who deletes, when metrics are thinned out, and indexes to find old rows. */
export const retention: Migration = async (db, kind) => {
  const id = kind === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('chores')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('due_at', 'bigint')
    .addColumn('held_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('fence', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()

  // Existing posts are looked at once, in small parts. A default costs nothing, however many rows there are.
  await sql`alter table measured_posts add column thin_at bigint default 0`.execute(db)
  await sql`create index measured_posts_thin on measured_posts (thin_at) where thin_at is not null`.execute(db)

  await sql`create index posts_deleted on posts (deleted_at) where deleted_at is not null`.execute(db)
  await sql`create index media_of_user on media (user_id, state, size)`.execute(db)
  await sql`create index media_awaiting on media (created_at) where state = 'awaiting'`.execute(db)

  // Deliveries to one endpoint are postponed in parts, by their ID.
  await sql`drop index deliveries_open`.execute(db)
  await sql`create index deliveries_open on deliveries (lane, id) where due_at is not null`.execute(db)
}
