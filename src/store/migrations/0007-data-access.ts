import type { Migration } from './migration.ts'

/** Platforms that let an app read only for a while after a person has signed in. */
export const dataAccess: Migration = async (db) => {
  await db.schema.alterTable('accounts').addColumn('data_access_ends_at', 'bigint').execute()
}
