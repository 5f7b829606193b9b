import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Who deleted a post, and as which post it came back. Indexes in the order of the list of deleted posts. */
export const restoredPosts: Migration = async (db) => {
  await db.schema.alterTable('posts').addColumn('deleted_by', 'text').execute()
  await db.schema.alterTable('posts').addColumn('restored_as', 'bigint').execute()
  for (const owner of ['user', 'profile'])
    await sql`create index ${sql.id(`posts_deleted_of_${owner}`)} on posts (${sql.id(`${owner}_id`)}, deleted_at, id)
      where deleted_at is not null`.execute(db)
}
