import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { Migration } from './migration.ts'

type Column = ColumnDefinitionBuilder
const required = (column: Column): Column => column.notNull()

/** People who sign in, their roles for users, their sessions, invites, and what was done by whom. */
export const people: Migration = async (db, kind) => {
  const numbered = (column: Column): Column =>
    kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedAlwaysAsIdentity()
  const id = kind === 'sqlite' ? 'integer' : 'bigint'
  const ofUser = (column: Column): Column => column.notNull().references('users.id')
  const ofPerson = (column: Column): Column => column.notNull().references('people.id').onDelete('cascade')

  await db.schema
    .createTable('people')
    .addColumn('id', id, numbered)
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', required)
    .addColumn('password', 'text')
    .addColumn('disabled_at', 'bigint')
    .addColumn('created_at', 'bigint', required)
    .execute()

  await db.schema
    .createTable('memberships')
    .addColumn('person_id', 'bigint', ofPerson)
    .addColumn('user_id', 'bigint', ofUser)
    .addColumn('role', 'text', required)
    .addColumn('disabled_at', 'bigint')
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('memberships_key', ['person_id', 'user_id'])
    .execute()
  await db.schema.createIndex('memberships_user').on('memberships').column('user_id').execute()

  await db.schema
    .createTable('sessions')
    .addColumn('id', id, numbered)
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('person_id', 'bigint', ofPerson)
    .addColumn('user_id', 'bigint', ofUser)
    .addColumn('label', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('proven_at', 'bigint', required)
    .addColumn('seen_at', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .execute()
  await db.schema.createIndex('sessions_person').on('sessions').column('person_id').execute()

  await db.schema
    .createTable('invites')
    .addColumn('id', id, numbered)
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'bigint', ofUser)
    .addColumn('email', 'text', required)
    .addColumn('role', 'text', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .execute()
  await db.schema.createIndex('invites_user').on('invites').column('user_id').execute()

  await db.schema
    .createTable('sign_in_links')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'bigint', (column) => column.references('people.id').onDelete('cascade'))
    .addColumn('expires_at', 'bigint', required)
    .execute()

  await db.schema
    .createTable('audit')
    .addColumn('id', id, numbered)
    .addColumn('user_id', 'bigint', ofUser)
    .addColumn('action', 'text', required)
    .addColumn('by_type', 'text')
    .addColumn('by_id', 'bigint')
    .addColumn('by_name', 'text')
    .addColumn('target', 'text')
    .addColumn('address', 'text')
    .addColumn('created_at', 'bigint', required)
    .execute()
  await sql`create index audit_user on audit (user_id, id)`.execute(db)
  await sql`create index audit_age on audit (created_at)`.execute(db)
  await sql`create index audit_sign_ins on audit (by_id, address) where action = 'session.started'`.execute(db)
}
