import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Who a person is at the identity provider, and sign-ins there that have not ended. */
export const oidc: Migration = async (db) => {
  await sql`alter table people add column oidc_issuer text`.execute(db)
  await sql`alter table people add column oidc_subject text`.execute(db)
  await sql`create unique index people_oidc on people (oidc_issuer, oidc_subject)`.execute(db)
  await db.schema
    .createTable('oidc_sign_ins')
    .addColumn('state', 'text', (column) => column.primaryKey())
    .addColumn('browser', 'text', (column) => column.notNull())
    .addColumn('session_id', 'bigint', (column) => column.references('sessions.id').onDelete('cascade'))
    .addColumn('links', 'integer', (column) => column.notNull())
    .addColumn('invite', 'text')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
}
