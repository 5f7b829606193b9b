import { type ColumnDefinitionBuilder, sql } from 'kysely'
import { databaseNow } from '../engine/kind.ts'
import type { Migration } from './migration.ts'

type Column = ColumnDefinitionBuilder
const required = (column: Column): Column => column.notNull()

/** For how long the posts of before are read from now on. In milliseconds. */
const month = 30 * 86_400_000

/** The comments of all posts, and how far the comments of each post are read. */
export const inbox: Migration = async (db, kind) => {
  await db.schema
    .createTable('comments')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigint', (column) =>
      kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedAlwaysAsIdentity(),
    )
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
    // Without references to profiles and jobs: the last release deletes them, and does not know this table.
    .addColumn('profile_id', 'text', required)
    .addColumn('job_id', 'bigint', required)
    .addColumn('platform', 'text', required)
    .addColumn('comment_id', 'text', required)
    .addColumn('parent_id', 'text')
    .addColumn('author', 'text', required)
    .addColumn('message', 'text', required)
    .addColumn('search', 'text', required)
    .addColumn('posted_at', 'bigint', required)
    .addColumn('like_count', 'bigint')
    .addColumn('reply_count', 'bigint')
    .addColumn('url', 'text')
    .addColumn('is_own', 'integer', required)
    .addColumn('can_reply', 'integer', required)
    .addColumn('found_at', 'bigint', required)
    .addColumn('seen_at', 'bigint', required)
    .addColumn('read_at', 'bigint')
    .addUniqueConstraint('comments_once', ['job_id', 'comment_id'])
    .execute()
  await sql`create index comments_of_user on comments (user_id, posted_at, id) where is_own = 0`.execute(db)
  await sql`create index comments_of_profile on comments (profile_id, posted_at, id) where is_own = 0`.execute(db)
  await sql`create index comments_unread on comments (user_id, profile_id) where is_own = 0 and read_at is null`.execute(
    db,
  )
  await sql`create index comments_below on comments (job_id, parent_id) where parent_id is not null`.execute(db)
  await sql`create index auto_replies_awaiting on auto_replies (profile_id) where status = 'awaiting_approval'`.execute(
    db,
  )
  await sql`alter table auto_replies add column drafted_message text`.execute(db)
  await sql`alter table watched_posts add column sweep_at bigint not null default 0`.execute(db)
  await sql`alter table watched_posts add column sweep_cursor text`.execute(db)
  await sql`alter table watched_posts add column refreshed_at bigint not null default 0`.execute(db)

  const now = databaseNow(db)
  await sql`
    insert into watched_posts (id, lane, published_at, active_at, due_at)
    select jobs.id, jobs.lane, measured_posts.published_at, measured_posts.published_at, ${now}
    from measured_posts join jobs on jobs.id = measured_posts.job_id
    where measured_posts.published_at > ${now} - ${sql.lit(month)} and jobs.platform_post_id is not null
    on conflict (id) do update set due_at = excluded.due_at where watched_posts.due_at is null`.execute(db)
}
