import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The media library, and indexes in the order of each list. */
export const library: Migration = async (db) => {
  for (const column of ['name text', 'search text', 'alt_text text', 'listed integer not null default 1'])
    await sql`alter table media add column ${sql.raw(column)}`.execute(db)
  await sql`create index media_in_library on media (user_id, created_at, key) where listed = 1`.execute(db)
  await sql`create index posts_of_user on posts (user_id, id)`.execute(db)
  // The expression is the one of `effectiveTime` in store/posts/post-list.ts.
  for (const owner of ['user', 'profile'])
    await sql`create index ${sql.id(`posts_in_time_of_${owner}`)}
      on posts (${sql.id(`${owner}_id`)}, coalesce(scheduled_at, posted_at, created_at), id)
      where deleted_at is null`.execute(db)
  await sql`create index drafts_unpublished_of_user on drafts (user_id, created_at, id) where submission is null`.execute(
    db,
  )
}
