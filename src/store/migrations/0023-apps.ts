import type { Migration } from './migration.ts'

/** Developer apps that the operator has stored instead of setting them in the environment. */
export const apps: Migration = async (db) => {
  await db.schema
    .createTable('apps')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('client_secret', 'text')
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
}
