import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { Migration } from './migration.ts'

type Column = ColumnDefinitionBuilder
const required = (column: Column): Column => column.notNull()
const zero = (column: Column): Column => column.notNull().defaultTo(0)

/** Posts whose comments are answered, and the reply to each comment. */
export const autoReplies: Migration = async (db, kind) => {
  await db.schema
    .createTable('watched_posts')
    .addColumn('id', 'bigint', (column) => column.primaryKey().references('jobs.id'))
    .addColumn('lane', 'text', required)
    .addColumn('published_at', 'bigint', required)
    .addColumn('active_at', 'bigint', required)
    .addColumn('due_at', 'bigint')
    .addColumn('held_until', 'bigint', zero)
    .addColumn('fence', 'integer', zero)
    .addColumn('failures', 'integer', zero)
    .execute()
  await sql`create index watched_posts_due on watched_posts (due_at) where due_at is not null`.execute(db)
  await sql`create index watched_posts_held on watched_posts (lane, held_until) where held_until > 0`.execute(db)

  await db.schema
    .createTable('auto_replies')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigint', (column) =>
      kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedAlwaysAsIdentity(),
    )
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id'))
    .addColumn('job_id', 'bigint', (column) => column.notNull().references('jobs.id'))
    .addColumn('platform', 'text', required)
    .addColumn('comment_id', 'text', required)
    .addColumn('comment_author', 'text')
    .addColumn('comment_username', 'text')
    .addColumn('comment_message', 'text', required)
    .addColumn('message', 'text')
    .addColumn('status', 'text', required)
    .addColumn('approved', 'integer', zero)
    .addColumn('tries', 'integer', zero)
    .addColumn('sending_at', 'bigint')
    .addColumn('reply_id', 'text')
    .addColumn('error', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('posted_at', 'bigint')
    .addUniqueConstraint('auto_replies_once', ['job_id', 'comment_id'])
    .execute()
  await db.schema.createIndex('auto_replies_of_profile').on('auto_replies').columns(['profile_id', 'id']).execute()
  await sql`create index auto_replies_open on auto_replies (job_id) where status = 'queued'`.execute(db)
  await sql`create index auto_replies_sent on auto_replies (profile_id, sending_at) where sending_at is not null`.execute(
    db,
  )
}
