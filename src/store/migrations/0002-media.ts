import type { Migration } from './migration.ts'

export const media: Migration = async (db) => {
  await db.schema
    .createTable('media')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('file', 'text', (column) => column.notNull())
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('content_type', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('sha256', 'text')
    .addColumn('facts', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('media_file').on('media').column('file').execute()
  await db.schema.createIndex('media_age').on('media').column('created_at').execute()
}
