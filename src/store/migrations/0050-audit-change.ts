import type { Migration } from './migration.ts'

/** What changed, from what to what: JSON. Null for entries of before, and where nothing of it is kept. */
export const auditChange: Migration = async (db) => {
  await db.schema.alterTable('audit').addColumn('change', 'text').execute()
}
