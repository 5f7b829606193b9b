import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { Migration } from './migration.ts'

type Column = ColumnDefinitionBuilder
const required = (column: Column): Column => column.notNull()

/** Webhooks and their deliveries. */
export const webhooks: Migration = async (db, kind) => {
  const id = kind === 'sqlite' ? 'integer' : 'bigint'
  const numbered = (column: Column): Column =>
    kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedAlwaysAsIdentity()

  await db.schema
    .createTable('webhooks')
    .addColumn('id', id, numbered)
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('url', 'text', required)
    .addColumn('events', 'text', required)
    .addColumn('secret', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('failing_since', 'bigint')
    .addColumn('disabled_at', 'bigint')
    .addColumn('disabled_reason', 'text')
    .addColumn('deleted_at', 'bigint')
    .execute()
  await db.schema.createIndex('webhooks_of_user').on('webhooks').column('user_id').execute()

  await db.schema
    .createTable('callback_secrets')
    .addColumn('user_id', 'bigint', (column) => column.primaryKey().references('users.id'))
    .addColumn('secret', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .execute()

  await db.schema
    .createTable('deliveries')
    .addColumn('id', id, numbered)
    .addColumn('user_id', 'bigint', required)
    .addColumn('webhook_id', 'bigint', (column) => column.references('webhooks.id'))
    .addColumn('post_id', 'bigint')
    .addColumn('url', 'text', required)
    .addColumn('lane', 'text', required)
    .addColumn('event_id', 'text', (column) => column.notNull().references('events.id'))
    .addColumn('event', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('due_at', 'bigint')
    .addColumn('fence', 'integer', required)
    .addColumn('attempts', 'integer', required)
    .addColumn('started_at', 'bigint')
    .addColumn('history', 'text', required)
    .addColumn('last_status_code', 'integer')
    .addColumn('last_error_code', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('delivered_at', 'bigint')
    .execute()
  await db.schema.createIndex('deliveries_of_webhook').on('deliveries').columns(['webhook_id', 'id']).execute()
  await db.schema.createIndex('deliveries_of_event').on('deliveries').column('event_id').execute()
  await sql`create index deliveries_of_post on deliveries (post_id) where post_id is not null`.execute(db)
  await sql`create index deliveries_due on deliveries (due_at, id) where due_at is not null`.execute(db)
  await sql`create index deliveries_open on deliveries (lane) where due_at is not null`.execute(db)
}
