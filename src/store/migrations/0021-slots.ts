import type { Migration } from './migration.ts'

/** The posting times of profiles. */
export const slots: Migration = async (db) => {
  await db.schema
    .createTable('slots')
    .addColumn('profile_id', 'text', (column) => column.primaryKey().references('profiles.id'))
    .addColumn('timezone', 'text', (column) => column.notNull())
    .addColumn('times', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
}
