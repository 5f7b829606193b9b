import type { ColumnDefinitionBuilder } from 'kysely'
import type { Migration } from './migration.ts'

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull()

/** Connected accounts, and the attempts to connect them. */
export const accounts: Migration = async (db) => {
  await db.schema.alterTable('accounts').addColumn('credentials', 'text').execute()
  await db.schema
    .alterTable('accounts')
    .addColumn('credentials_version', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('accounts')
    .addColumn('refreshing_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('accounts')
    .addColumn('eligible', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('accounts').addColumn('reconnect_reason', 'text').execute()

  // One connected account on its platform, for all profiles and users. One job at a time works on it, and its rate
  // limits apply to all of its jobs.
  await db.schema
    .createTable('lanes')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('held_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('held_by', 'bigint')
    .addColumn('paused_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()

  await db.schema
    .createTable('connections')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id'))
    .addColumn('platform', 'text', required)
    .addColumn('named', 'text', required)
    .addColumn('environment', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('url', 'text')
    .addColumn('redirect_url', 'text')
    .addColumn('state_hash', 'text')
    .addColumn('secret', 'text')
    .addColumn('choices', 'text', required)
    .addColumn('connected', 'text', required)
    .addColumn('error', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .execute()
  await db.schema.createIndex('connections_state').on('connections').column('state_hash').unique().execute()
  await db.schema.createIndex('connections_expiry').on('connections').column('expires_at').execute()
}
