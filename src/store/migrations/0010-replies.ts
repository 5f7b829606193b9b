import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { Migration } from './migration.ts'

type Column = ColumnDefinitionBuilder
const required = (column: Column): Column => column.notNull()

/** Replies to comments that are being sent, are in doubt, or were sent. Each is sent only once. */
export const replies: Migration = async (db, kind) => {
  await db.schema
    .createTable('replies')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigint', (column) =>
      kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedAlwaysAsIdentity(),
    )
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('profile_id', 'text', required)
    .addColumn('job_id', 'bigint', required)
    .addColumn('platform', 'text', required)
    .addColumn('lane', 'text', required)
    .addColumn('comment_id', 'text', required)
    .addColumn('message', 'text', required)
    .addColumn('fingerprint', 'text', (column) => column.notNull().unique())
    .addColumn('likeness', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('due_at', 'bigint')
    .addColumn('fence', 'integer', required)
    .addColumn('started_at', 'bigint', required)
    .addColumn('doubt_since', 'bigint')
    .addColumn('reply_id', 'text')
    .addColumn('url', 'text')
    .addColumn('sent_at', 'bigint')
    .execute()
  await db.schema.createIndex('replies_of_job').on('replies').columns(['job_id', 'started_at']).execute()
  await sql`create index replies_due on replies (due_at) where due_at is not null`.execute(db)
  await sql`create index replies_open on replies (likeness) where status = 'begun'`.execute(db)
}
