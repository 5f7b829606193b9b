import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Jobs and drafts that need a person are found without a look at the rest. */
export const notices: Migration = async (db) => {
  await sql`create index jobs_wanting on jobs (user_id, updated_at) where status = 'action_required'`.execute(db)
  await sql`create index jobs_failed on jobs (user_id, finished_at) where status = 'failed'`.execute(db)
  await sql`create index drafts_awaiting on drafts (user_id, updated_at) where awaiting = 1`.execute(db)
}
