import type { Migration } from './migration.ts'

/** The secret that a webhook had before. It signs as well for a while. */
export const webhookSecrets: Migration = async (db) => {
  await db.schema.alterTable('webhooks').addColumn('previous', 'text').execute()
  await db.schema.alterTable('webhooks').addColumn('previous_until', 'bigint').execute()
}
