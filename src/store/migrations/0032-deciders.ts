import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Who approved or rejected an automatic reply. */
export const deciders: Migration = async (db) => {
  await sql`alter table auto_replies add column decided_by text`.execute(db)
}
