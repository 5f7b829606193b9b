import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { Migration } from './migration.ts'

type Column = ColumnDefinitionBuilder
const required = (column: Column): Column => column.notNull()
const primary = (column: Column): Column => column.primaryKey()

export const foundation: Migration = async (db, kind) => {
  /** Numbered by the database. A number is never used twice, even after its row is deleted. */
  const numbered = (column: Column): Column =>
    kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedAlwaysAsIdentity()
  const id = kind === 'sqlite' ? 'integer' : 'bigint'

  await db.schema
    .createTable('instance')
    .addColumn('id', 'integer', primary)
    .addColumn('created_at', 'bigint', required)
    .addColumn('secret_check', 'text', required)
    .execute()

  await db.schema
    .createTable('users')
    .addColumn('id', id, numbered)
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('plan_id', 'integer', required)
    .addColumn('default_profile_id', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .execute()

  await db.schema
    .createTable('api_keys')
    .addColumn('id', id, numbered)
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('name', 'text', required)
    .addColumn('prefix', 'text', required)
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('scopes', 'text', required)
    .addColumn('expires_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .addColumn('created_at', 'bigint', required)
    .execute()
  await db.schema.createIndex('api_keys_user').on('api_keys').column('user_id').execute()

  await db.schema
    .createTable('profiles')
    .addColumn('id', 'text', primary)
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('name', 'text', required)
    .addColumn('folded_name', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addColumn('deleted_at', 'bigint')
    .execute()
  await sql`create unique index profiles_name on profiles (user_id, folded_name) where deleted_at is null`.execute(db)

  await db.schema
    .createTable('profile_settings')
    .addColumn('profile_id', 'text', (column) => column.primaryKey().references('profiles.id'))
    .addColumn('auto_reply_enabled', 'integer', required)
    .addColumn('auto_reply_mode', 'text', required)
    .addColumn('brand', 'text', required)
    .addColumn('prefilled_at', 'bigint')
    .addColumn('updated_at', 'bigint', required)
    .execute()

  await db.schema
    .createTable('accounts')
    .addColumn('id', id, numbered)
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id'))
    .addColumn('platform', 'text', required)
    .addColumn('remote_id', 'text', required)
    .addColumn('username', 'text')
    .addColumn('display_name', 'text')
    .addColumn('avatar_url', 'text')
    .addColumn('profile_url', 'text')
    .addColumn('account_type', 'text')
    .addColumn('environment', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('missing_permissions', 'text', required)
    .addColumn('board_id', 'text')
    .addColumn('page_id', 'text')
    .addColumn('expires_at', 'bigint')
    .addColumn('connected_at', 'bigint', required)
    .addUniqueConstraint('accounts_one_per_platform', ['profile_id', 'platform'])
    .execute()

  await db.schema
    .createTable('posting_usage')
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('month', 'text', required)
    .addColumn('jobs', 'bigint', required)
    .addPrimaryKeyConstraint('posting_usage_key', ['user_id', 'month'])
    .execute()

  await db.schema
    .createTable('model_usage')
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id'))
    .addColumn('month', 'text', required)
    .addColumn('input_tokens', 'bigint', required)
    .addColumn('output_tokens', 'bigint', required)
    .addPrimaryKeyConstraint('model_usage_key', ['profile_id', 'month'])
    .execute()

  await db.schema
    .createTable('idempotency')
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('key', 'text', required)
    .addColumn('fingerprint', 'text', required)
    .addColumn('holder', 'text', required)
    .addColumn('lease_until', 'bigint', required)
    .addColumn('answer', 'text')
    .addColumn('expires_at', 'bigint', required)
    .addPrimaryKeyConstraint('idempotency_key', ['user_id', 'key'])
    .execute()
  await db.schema.createIndex('idempotency_expiry').on('idempotency').column('expires_at').execute()

  // The columns that rate-limiter-flexible requires. A crash of the database may lose the counts, so that on
  // PostgreSQL no request waits for the disk.
  await db.schema
    .createTable('rate_limits')
    .addColumn('key', 'text', primary)
    .addColumn('points', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('expire', 'bigint')
    .execute()
  if (kind === 'postgres') await sql`alter table rate_limits set unlogged`.execute(db)
}
