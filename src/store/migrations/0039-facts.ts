import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** From which facts an automatic reply was written. */
export const facts: Migration = async (db) => {
  await sql`alter table auto_replies add column facts text`.execute(db)
}
