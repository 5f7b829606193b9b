import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The publishing policy of a key, and who created it. */
export const keys: Migration = async (db) => {
  await sql`alter table api_keys add column policy text not null default 'publish'`.execute(db)
  await sql`alter table api_keys add column minutes_ahead integer`.execute(db)
  await sql`alter table api_keys add column created_by text`.execute(db)
}
