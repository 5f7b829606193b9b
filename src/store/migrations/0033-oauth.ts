import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { Migration } from './migration.ts'

type Column = ColumnDefinitionBuilder
const required = (column: Column): Column => column.notNull()

/** Applications that people authorize, such as hosted assistants: who they are, and what they were given. */
export const oauth: Migration = async (db, kind) => {
  const numbered = (column: Column): Column =>
    kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedAlwaysAsIdentity()
  const id = kind === 'sqlite' ? 'integer' : 'bigint'

  await db.schema
    .createTable('oauth_clients')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', required)
    .addColumn('redirect_uris', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('used_at', 'bigint')
    .execute()
  await sql`create index oauth_clients_age on oauth_clients (created_at)`.execute(db)

  await db.schema
    .createTable('oauth_grants')
    .addColumn('id', id, numbered)
    .addColumn('person_id', 'bigint', (column) => column.notNull().references('people.id').onDelete('cascade'))
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('client_id', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('host', 'text', required)
    .addColumn('audience', 'text', required)
    .addColumn('scopes', 'text', required)
    .addColumn('policy', 'text', required)
    .addColumn('minutes_ahead', 'integer')
    .addColumn('code', 'text', (column) => column.notNull().unique())
    .addColumn('code_until', 'bigint', required)
    .addColumn('challenge', 'text', required)
    .addColumn('redirect_uri', 'text', required)
    .addColumn('redeemed_at', 'bigint')
    .addColumn('family', 'text', (column) => column.unique())
    .addColumn('refresh', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('ends_at', 'bigint', required)
    .execute()
  await sql`create index oauth_grants_person on oauth_grants (person_id)`.execute(db)
  await sql`create index oauth_grants_client on oauth_grants (client_id)`.execute(db)
  await sql`create index oauth_grants_end on oauth_grants (ends_at)`.execute(db)

  await sql`alter table api_keys add column grant_id bigint references oauth_grants (id) on delete cascade`.execute(db)
  await sql`create index api_keys_grant on api_keys (grant_id) where grant_id is not null`.execute(db)
  await sql`alter table oidc_sign_ins add column return_to text`.execute(db)
}
