import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** What lists of posts, drafts and media need: names of media, and indexes in the order of each list. */
export const library: Migration = async (db) => {
  await sql`create index posts_of_user on posts (user_id, id)`.execute(db)
  // The expression is the one of `effectiveTime` in store/post-list.ts.
  for (const owner of ['user', 'profile'])
    await sql`create index ${sql.id(`posts_in_time_of_${owner}`)}
      on posts (${sql.id(`${owner}_id`)}, coalesce(scheduled_at, posted_at, created_at), id)
      where deleted_at is null`.execute(db)
  await sql`create index drafts_unpublished_of_user on drafts (user_id, created_at, id) where submission is null`.execute(
    db,
  )
}
