import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The replies that are to be drafted, by person; and those that are to be sent. */
export const openReplies: Migration = async (db) => {
  await sql`drop index auto_replies_open`.execute(db)
  await sql`
    create index auto_replies_undrafted on auto_replies (job_id, commenter, id)
    where status = 'queued' and message is null`.execute(db)
  await sql`
    create index auto_replies_drafted on auto_replies (job_id, created_at, id)
    where status = 'queued' and message is not null`.execute(db)
}
