import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { Migration } from './migration.ts'

type Column = ColumnDefinitionBuilder
const required = (column: Column): Column => column.notNull()

/** Posts, their jobs, the steps of the jobs, and events. */
export const publishing: Migration = async (db, kind) => {
  const id = kind === 'sqlite' ? 'integer' : 'bigint'
  const numbered = (column: Column): Column =>
    kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedAlwaysAsIdentity()

  // Posts and jobs share one sequence of IDs, so an ID never means both a post and a job.
  if (kind === 'postgres') await sql`create sequence publishing_ids`.execute(db)
  else {
    await db.schema.createTable('publishing_ids').addColumn('last', 'integer', required).execute()
    await sql`insert into publishing_ids (last) values (0)`.execute(db)
  }

  await db.schema
    .createTable('posts')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id'))
    .addColumn('batch_id', 'text', (column) => column.notNull().unique())
    .addColumn('message', 'text', required)
    .addColumn('platforms', 'text', required)
    .addColumn('media', 'text', required)
    .addColumn('comments', 'text', required)
    .addColumn('options', 'text')
    .addColumn('auto_reply_enabled', 'integer')
    .addColumn('webhook_url', 'text')
    .addColumn('source', 'text', required)
    .addColumn('scheduled_at', 'bigint')
    .addColumn('scheduled_timezone', 'text')
    .addColumn('status', 'text', required)
    .addColumn('search', 'text', required)
    .addColumn('warnings', 'text', required)
    .addColumn('revision', 'integer', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addColumn('posted_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .execute()
  await db.schema.createIndex('posts_of_profile').on('posts').columns(['profile_id', 'id']).execute()

  await db.schema
    .createTable('jobs')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('post_id', 'bigint', (column) => column.notNull().references('posts.id'))
    .addColumn('user_id', 'bigint', required)
    .addColumn('profile_id', 'text', required)
    .addColumn('platform', 'text', required)
    .addColumn('named', 'text', required)
    .addColumn('environment', 'text', required)
    .addColumn('remote_account_id', 'text', required)
    .addColumn('lane', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('scheduled_for', 'bigint', required)
    .addColumn('due_at', 'bigint')
    .addColumn('fence', 'integer', required)
    .addColumn('attempts', 'integer', required)
    .addColumn('content', 'text', required)
    .addColumn('plan', 'text')
    .addColumn('warnings', 'text', required)
    .addColumn('result', 'text')
    .addColumn('error', 'text')
    .addColumn('failed_reason', 'text')
    .addColumn('action', 'text')
    .addColumn('platform_post_id', 'text')
    .addColumn('platform_post_url', 'text')
    .addColumn('told_delayed', 'text', required)
    .addColumn('dropped', 'integer', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addColumn('started_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .execute()
  await db.schema.createIndex('jobs_of_post').on('jobs').column('post_id').execute()
  // The use of a month's allowance is counted when it is needed.
  await db.schema.dropTable('posting_usage').execute()
  await db.schema.createIndex('jobs_of_user').on('jobs').columns(['user_id', 'scheduled_for']).execute()
  await sql`create index jobs_published on jobs (platform_post_id) where platform_post_id is not null`.execute(db)
  await sql`create index jobs_due on jobs (due_at, id) where due_at is not null`.execute(db)

  await db.schema
    .createTable('steps')
    .addColumn('job_id', 'bigint', (column) => column.notNull().references('jobs.id'))
    .addColumn('position', 'integer', required)
    .addColumn('status', 'text', required)
    .addColumn('tries', 'integer', required)
    .addColumn('saved', 'text')
    .addColumn('result', 'text')
    .addColumn('started_at', 'bigint', required)
    .addColumn('doubt_since', 'bigint')
    .addColumn('finished_at', 'bigint')
    .addPrimaryKeyConstraint('steps_key', ['job_id', 'position'])
    .execute()

  await db.schema
    .createTable('events')
    .addColumn('seq', id, numbered)
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('name', 'text', required)
    .addColumn('post_id', 'bigint')
    .addColumn('data', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .execute()
  await db.schema.createIndex('events_of_user').on('events').columns(['user_id', 'seq']).execute()

  await db.schema
    .createTable('post_media')
    .addColumn('post_id', 'bigint', (column) => column.notNull().references('posts.id'))
    .addColumn('media_key', 'text', required)
    .addPrimaryKeyConstraint('post_media_key', ['media_key', 'post_id'])
    .execute()
}
