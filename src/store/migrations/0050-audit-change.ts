import type { Migration } from './migration.ts'

/** The old and new values of a change: JSON. Null for entries of before, and where nothing of it is kept. */
export const auditChange: Migration = async (db) => {
  await db.schema.alterTable('audit').addColumn('change', 'text').execute()
}
