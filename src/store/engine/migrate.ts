import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Clock } from '../../system/clock.ts'
import { randomFraction } from '../../system/random.ts'
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
import { versions } from '../migrations/0015-versions.ts'
import { hold } from '../migrations/0016-hold.ts'
import { retention } from '../migrations/0017-retention.ts'
import { people } from '../migrations/0018-people.ts'
import { keys } from '../migrations/0019-keys.ts'
import { library } from '../migrations/0020-library.ts'
import { slots } from '../migrations/0021-slots.ts'
import { inbox } from '../migrations/0022-inbox.ts'
import { apps } from '../migrations/0023-apps.ts'
import { approvals } from '../migrations/0025-approvals.ts'
import { secondFactor } from '../migrations/0026-second-factor.ts'
import { labels } from '../migrations/0027-labels.ts'
import { webhookSecrets } from '../migrations/0028-webhook-secrets.ts'
import { oidc } from '../migrations/0031-oidc.ts'
import { deciders } from '../migrations/0032-deciders.ts'
import { oauth } from '../migrations/0033-oauth.ts'
import { notices } from '../migrations/0038-notices.ts'
import { facts } from '../migrations/0039-facts.ts'
import { leaving } from '../migrations/0040-leaving.ts'
import { usage } from '../migrations/0041-usage.ts'
import { deliveryOrder } from '../migrations/0042-delivery-order.ts'
import { deliveryLease } from '../migrations/0043-delivery-lease.ts'
import { deliveryStatistics } from '../migrations/0044-delivery-statistics.ts'
import { owners } from '../migrations/0045-owners.ts'
import { personalKeys } from '../migrations/0046-personal-keys.ts'
import { restoredPosts } from '../migrations/0047-restored-posts.ts'
import { keyUnattended } from '../migrations/0048-key-unattended.ts'
import { askedAndRefused } from '../migrations/0049-asked-and-refused.ts'
import { auditChange } from '../migrations/0050-audit-change.ts'
import { openReplies } from '../migrations/0051-open-replies.ts'
import { scopes } from '../migrations/0052-scopes.ts'
import type { Migration } from '../migrations/migration.ts'
import { type Database, DatabaseFault, type DatabaseKind, type Reader, type Transaction } from './database.ts'

/**
 * Forward only: a released migration is never changed and never undone. The last release keeps running on a database that
 * was migrated: a migration adds what it does not know, and takes away only what it no longer uses. A migration that cannot
 * keep to this says `breaksOlder`; then all processes must be stopped for the update.
 */
const migrations: readonly { name: string; up: Migration; breaksOlder?: true }[] = [
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
  { name: '0015-versions', up: versions },
  { name: '0016-hold', up: hold },
  { name: '0017-retention', up: retention },
  { name: '0018-people', up: people },
  { name: '0019-keys', up: keys },
  { name: '0020-library', up: library },
  { name: '0021-slots', up: slots },
  { name: '0022-inbox', up: inbox },
  { name: '0023-apps', up: apps },
  { name: '0025-approvals', up: approvals },
  { name: '0026-second-factor', up: secondFactor },
  { name: '0027-labels', up: labels },
  { name: '0028-webhook-secrets', up: webhookSecrets },
  { name: '0031-oidc', up: oidc },
  { name: '0032-deciders', up: deciders },
  { name: '0033-oauth', up: oauth },
  { name: '0038-notices', up: notices },
  { name: '0039-facts', up: facts },
  { name: '0040-leaving', up: leaving },
  { name: '0041-usage', up: usage },
  { name: '0042-delivery-order', up: deliveryOrder },
  { name: '0043-delivery-lease', up: deliveryLease },
  { name: '0044-delivery-statistics', up: deliveryStatistics },
  { name: '0045-owners', up: owners },
  { name: '0046-personal-keys', up: personalKeys },
  { name: '0047-restored-posts', up: restoredPosts },
  { name: '0048-key-unattended', up: keyUnattended },
  { name: '0049-asked-and-refused', up: askedAndRefused },
  { name: '0050-audit-change', up: auditChange },
  { name: '0051-open-replies', up: openReplies },
  { name: '0052-scopes', up: scopes },
]

/** The database lacks migrations of this version. */
export class PendingMigrations extends DatabaseFault {}

/** An arbitrary number that all processes agree on. In a schema of its own, a database has a lock of its own. */
const lockId = 7_605_913_442
/** A migration that waits for a table keeps everybody else waiting for it too, so it gives up soon and tries again. */
const longestWait = 2_000 // milliseconds
const maxTries = 30
/** SQLSTATEs: the wait was too long; a deadlock. */
const inTheWay: ReadonlySet<unknown> = new Set(['55P03', '40P01'])

/** How a database differs from what this version creates. */
interface SchemaState {
  /** It contains nothing of Polypost. */
  readonly empty: boolean
  /** The migrations that it lacks. */
  readonly pending: readonly (typeof migrations)[number][]
  /** Those of a newer version. */
  readonly newer: readonly { readonly name: string; readonly olderWork: boolean }[]
}

async function readSchema(db: Reader, kind: DatabaseKind): Promise<SchemaState> {
  const rows = (await hasMigrations(db, kind)) ? await db.selectFrom('migrations').selectAll().execute() : []
  const applied = new Set(rows.map(({ name }) => name))
  return {
    empty: rows.length === 0,
    pending: migrations.filter(({ name }) => !applied.has(name)),
    newer: rows
      .filter(({ name }) => !migrations.some((migration) => migration.name === name))
      .map(({ name, older_work }) => ({ name, olderWork: older_work === 1 })),
  }
}

async function hasMigrations(db: Reader, kind: DatabaseKind): Promise<boolean> {
  const { rows } = await (kind === 'postgres'
    ? sql`select 1 where to_regclass('migrations') is not null`
    : sql`select 1 from sqlite_master where type = 'table' and name = 'migrations'`
  ).execute(db)
  return rows.length > 0
}

/** Migrations of a newer version; throws if this version cannot work beside them. */
function checkNewer({ newer }: SchemaState): readonly string[] {
  const unusable = newer.filter(({ olderWork }) => !olderWork).map(({ name }) => name)
  if (unusable.length > 0)
    throw new DatabaseFault(
      `The database was written by a newer Polypost that this version cannot work beside (it has ${unusable.join(', ')}). Start that version, or restore a backup from before it.`,
    )
  return newer.map(({ name }) => name)
}

/** Nothing of Polypost is in the database, so no service uses it. */
export const isEmpty = async ({ read, kind }: Pick<Database, 'read' | 'kind'>): Promise<boolean> =>
  (await readSchema(read, kind)).empty

/**
 * For a command, which never migrates a database that a service may be using; and for a service that runs while another one
 * migrates. Returns the migrations of a newer version that this one can work beside; throws if it cannot work at all.
 */
export async function checkSchema({
  read,
  kind,
  schema,
}: Pick<Database, 'read' | 'kind' | 'schema'>): Promise<readonly string[]> {
  if (schema !== null) await checkOwnSchema(read, schema)
  const state = await readSchema(read, kind)
  if (state.pending.length > 0)
    throw new PendingMigrations(
      `The database was written by an older Polypost (it lacks ${state.pending.map(({ name }) => name).join(', ')}). Update and start the service, or run “polypost migrate”; then run this command again. docs/operate/upgrade.md describes the order.`,
    )
  return checkNewer(state)
}

/**
 * Migrates the database to this version, and returns what was done. If several processes do so at the same time, one
 * migrates and the others wait.
 */
export async function migrate(database: Database, clock: Clock): Promise<readonly string[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.kysely.transaction().execute((tx) => migrateIn(tx, database, clock))
    } catch (error) {
      if (tries === maxTries || !(error instanceof Error && 'code' in error && inTheWay.has(error.code))) throw error
      await sleep(randomFraction() * longestWait)
    }
  }
}

/** Asks first, because creating needs a right that the user may lack, also if the schema exists. */
async function makeSchema(db: Transaction, schema: string): Promise<void> {
  const { rows } = await sql`select 1 from pg_namespace where nspname = ${schema}`.execute(db)
  if (rows.length === 0) await sql`create schema if not exists ${sql.id(schema)}`.execute(db)
}

/** A connection through a pooler has the schema of its user, which nobody may have set. */
async function checkOwnSchema(db: Reader, schema: string): Promise<void> {
  const { rows } = await sql<{ used: string | null }>`select current_schema() as used`.execute(db)
  const used = rows[0]?.used ?? null
  if (used !== null && used !== schema)
    throw new DatabaseFault(
      `DATABASE_SCHEMA is ${schema}, but connections through the pooler use the schema ${used}. Set it for the user of DATABASE_URL: “alter role … in database … set search_path = ${schema}”, then reload the pooler’s connections. docs/operate/pgbouncer.md describes it.`,
    )
}

async function migrateIn(
  tx: Transaction,
  { kind, schema }: Pick<Database, 'kind' | 'schema'>,
  clock: Clock,
): Promise<readonly string[]> {
  if (kind === 'postgres') {
    const own = sql`coalesce(${schema}::text, current_schema())`
    await sql`
      select pg_advisory_xact_lock(${lockId}::bigint + case ${own} when 'public' then 0 else hashtext(${own}) end)`.execute(
      tx,
    )
    await sql`set local lock_timeout = ${sql.lit(longestWait)}`.execute(tx)
    if (schema !== null) {
      await makeSchema(tx, schema)
      await checkOwnSchema(tx, schema)
    }
  }
  await tx.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .execute()
  const state = await readSchema(tx, kind)
  checkNewer(state)
  for (const { name, up } of state.pending) {
    await up(tx, kind)
    await tx.insertInto('migrations').values({ name, applied_at: clock.now() }).execute()
  }
  const harmless = migrations.filter(({ breaksOlder }) => !breaksOlder).map(({ name }) => name)
  if (state.pending.length > 0)
    await tx.updateTable('migrations').set({ older_work: 1 }).where('name', 'in', harmless).execute()
  return state.pending.map(({ name }) => name)
}
