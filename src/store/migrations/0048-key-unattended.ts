import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Whether a key may do without a person’s yes. Null: `readUnattended` says it, also of what older processes still insert. */
export const keyUnattended: Migration = async (db) => {
  await sql`alter table api_keys add column unattended integer`.execute(db)
  await sql`alter table oauth_grants add column unattended integer`.execute(db)
}
