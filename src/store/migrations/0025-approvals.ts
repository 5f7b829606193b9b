import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Who wrote and changed something, and drafts that wait for approval. */
export const approvals: Migration = async (db) => {
  for (const table of ['posts', 'drafts']) {
    await sql`alter table ${sql.table(table)} add column created_by text`.execute(db)
    await sql`alter table ${sql.table(table)} add column updated_by text`.execute(db)
  }
  await sql`alter table replies add column created_by text`.execute(db)
  await sql`alter table drafts add column awaiting integer not null default 0`.execute(db)
  await sql`alter table drafts add column approval text`.execute(db)
}
