import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The model's tokens of a user are those of all profiles, also of deleted ones, which `profiles_name` leaves out. */
export const usage: Migration = async (db) => {
  await sql`create index profiles_of_user on profiles (user_id)`.execute(db)
}
