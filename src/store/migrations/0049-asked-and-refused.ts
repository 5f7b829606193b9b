import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** About whose comments the language model was asked, and when; and when somebody knew a person’s password, but not the code. */
export const askedAndRefused: Migration = async (db) => {
  await db.schema.alterTable('auto_replies').addColumn('commenter', 'text').execute()
  await db.schema.alterTable('auto_replies').addColumn('asked_at', 'bigint').execute()
  await sql`create index auto_replies_asked on auto_replies (profile_id, asked_at) where asked_at is not null`.execute(
    db,
  )
  await db.schema.alterTable('people').addColumn('code_refused_at', 'bigint').execute()
  await db.schema.alterTable('people').addColumn('code_refused_from', 'text').execute()
}
