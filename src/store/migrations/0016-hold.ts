import type { Migration } from './migration.ts'

/**
 * A database that was restored is held: nothing is published until a person releases it. A secret of callbacks that was
 * replaced signs for a while longer.
 */
export const hold: Migration = async (db) => {
  for (const column of ['alive_at', 'held_at', 'held_since', 'held_until'])
    await db.schema.alterTable('instance').addColumn(column, 'bigint').execute()
  for (const column of ['place', 'held_reason'])
    await db.schema.alterTable('instance').addColumn(column, 'text').execute()
  await db.schema.alterTable('jobs').addColumn('lost_since', 'bigint').execute()
  await db.schema.alterTable('callback_secrets').addColumn('previous', 'text').execute()
  await db.schema.alterTable('callback_secrets').addColumn('previous_until', 'bigint').execute()
}
