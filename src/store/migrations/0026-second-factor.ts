import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** A second factor beside the password: the secret of an authenticator app, and codes for when the app is lost. */
export const secondFactor: Migration = async (db) => {
  await sql`alter table people add column totp_secret text`.execute(db)
  await sql`alter table people add column totp_step bigint`.execute(db)
  await sql`alter table people add column totp_confirmed_at bigint`.execute(db)
  await sql`alter table people add column recovery_codes text`.execute(db)
}
