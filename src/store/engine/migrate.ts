import { sql } from 'kysely'
import type { Clock } from '../../system/clock.ts'
import { foundation } from '../migrations/0001-foundation.ts'
import { media } from '../migrations/0002-media.ts'
import { accounts } from '../migrations/0003-accounts.ts'
import { publishing } from '../migrations/0004-publishing.ts'
import { webhooks } from '../migrations/0005-webhooks.ts'
import { statusLog } from '../migrations/0006-status-log.ts'
import { dataAccess } from '../migrations/0007-data-access.ts'
import { drafts } from '../migrations/0008-drafts.ts'
import { metrics } from '../migrations/0009-metrics.ts'
import { replies } from '../migrations/0010-replies.ts'
import { totals } from '../migrations/0011-totals.ts'
import { renewals } from '../migrations/0012-renewals.ts'
import { autoReplies } from '../migrations/0013-auto-replies.ts'
import { hold } from '../migrations/0016-hold.ts'
import { retention } from '../migrations/0017-retention.ts'
import type { Migration } from '../migrations/migration.ts'
import { type Database, DatabaseFault } from './database.ts'

/** Forward only: a released migration is never changed and never undone. */
const migrations: readonly { name: string; up: Migration }[] = [
  { name: '0001-foundation', up: foundation },
  { name: '0002-media', up: media },
  { name: '0003-accounts', up: accounts },
  { name: '0004-publishing', up: publishing },
  { name: '0005-webhooks', up: webhooks },
  { name: '0006-status-log', up: statusLog },
  { name: '0007-data-access', up: dataAccess },
  { name: '0008-drafts', up: drafts },
  { name: '0009-metrics', up: metrics },
  { name: '0010-replies', up: replies },
  { name: '0011-totals', up: totals },
  { name: '0012-renewals', up: renewals },
  { name: '0013-auto-replies', up: autoReplies },
  { name: '0016-hold', up: hold },
  { name: '0017-retention', up: retention },
]

/** An arbitrary number that all processes agree on. */
const lockId = 7_605_913_442

/** Migrates the database to this version. If several processes do so at the same time, one migrates and the others wait. */
export async function migrate({ kysely, kind }: Database, clock: Clock): Promise<readonly string[]> {
  return kysely.transaction().execute(async (tx) => {
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${lockId})`.execute(tx)
    await tx.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('applied_at', 'bigint', (column) => column.notNull())
      .execute()
    const applied = new Set((await tx.selectFrom('migrations').select('name').execute()).map(({ name }) => name))
    const unknown = [...applied].filter((name) => !migrations.some((migration) => migration.name === name))
    if (unknown.length > 0)
      throw new DatabaseFault(
        `The database was written by a newer Polypost (it has ${unknown.join(', ')}). Start that version, or restore a backup from before it.`,
      )
    const pending = migrations.filter(({ name }) => !applied.has(name))
    for (const { name, up } of pending) {
      await up(tx, kind)
      await tx.insertInto('migrations').values({ name, applied_at: clock.now() }).execute()
    }
    return pending.map(({ name }) => name)
  })
}
