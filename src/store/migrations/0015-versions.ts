import type { Migration } from './migration.ts'

/** Facts that several versions on one database, and a standby that takes over, have to know of each other. */
export const versions: Migration = async (db) => {
  const added = [
    // The existing rows are of the first format.
    ['jobs', 'needs', 1],
    ['migrations', 'older_work', 0],
  ] as const
  for (const [table, column, value] of added)
    await db.schema
      .alterTable(table)
      .addColumn(column, 'integer', (made) => made.notNull().defaultTo(value))
      .execute()
  await db.schema.alterTable('instance').addColumn('timeline', 'integer').execute()
  await db.schema.alterTable('instance').addColumn('synchronous', 'integer').execute()
}
