import type { Migration } from './migration.ts'

/** For platforms that allow reads only for some time after a person has signed in. */
export const dataAccess: Migration = async (db) => {
  await db.schema.alterTable('accounts').addColumn('data_access_ends_at', 'bigint').execute()
}
