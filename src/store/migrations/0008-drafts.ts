import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { Migration } from './migration.ts'

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull()

/** Drafts, and the media that they use. */
export const drafts: Migration = async (db) => {
  await db.schema
    .createTable('drafts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id'))
    .addColumn('revision', 'integer', required)
    .addColumn('message', 'text', required)
    .addColumn('platforms', 'text', required)
    .addColumn('media', 'text', required)
    .addColumn('comments', 'text', required)
    .addColumn('options', 'text')
    .addColumn('auto_reply_enabled', 'integer')
    .addColumn('submission', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute()
  // Lists contain only drafts that are not submitted. All drafts of a profile are deleted with it.
  await db.schema.createIndex('drafts_of_profile').on('drafts').column('profile_id').execute()
  await sql`create index drafts_unpublished on drafts (profile_id, created_at, id) where submission is null`.execute(db)

  await db.schema
    .createTable('draft_media')
    .addColumn('draft_id', 'text', (column) => column.notNull().references('drafts.id'))
    .addColumn('media_key', 'text', required)
    .addPrimaryKeyConstraint('draft_media_key', ['draft_id', 'media_key'])
    .execute()
  await db.schema.createIndex('drafts_of_media').on('draft_media').column('media_key').execute()

  // An edit of a post changes which media it uses.
  await db.schema.createIndex('post_media_of_post').on('post_media').column('post_id').execute()
}
