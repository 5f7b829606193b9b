import { type Kysely, sql } from 'kysely'
import { isAway } from './engine/away.ts'
import { databaseNow } from './engine/kind.ts'
import { hold } from './hold.ts'
import type { Tables } from './tables.ts'

/** SQLSTATEs of a database that is not migrated yet: no such table, no such column. */
const notMigrated: ReadonlySet<unknown> = new Set(['42P01', '42703'])

const reason =
  'Another PostgreSQL server has taken over, or the database was put back to an earlier time. The standby was not synchronous, so it may lack the last writes.'

/**
 * Compares the timeline of the PostgreSQL server with the one that was stored; every promotion of a standby raises it. If
 * the earlier server did not wait for a standby with each commit, the new one may lack the last writes, and is held. Called
 * for every new connection before anything else uses it, so that nothing is claimed on a server that was not compared.
 */
export async function noteTimeline(db: Kysely<Tables>): Promise<void> {
  const server = await readServer(db)
  if (server === null) return
  try {
    const known = await db.selectFrom('instance').select(['timeline', 'synchronous']).executeTakeFirst()
    if (known && isSame(known, server)) return
    await db
      .transaction()
      .setIsolationLevel('read committed')
      .execute((tx) => store(tx, server))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && notMigrated.has(error.code))) throw error
  }
}

interface Server {
  readonly timeline: number
  readonly synchronous: 0 | 1
}

const isSame = (known: { timeline: number | null; synchronous: 0 | 1 | null }, server: Server): boolean =>
  known.timeline === server.timeline && known.synchronous === server.synchronous

/** Null: the service does not tell. Those that do not have one storage for all servers, and lose nothing. */
async function readServer(db: Kysely<Tables>): Promise<Server | null> {
  try {
    const { rows } = await sql<Server>`
      select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline,
        (current_setting('synchronous_standby_names') <> '' and
         current_setting('synchronous_commit') in ('on', 'remote_apply', 'remote_write'))::int as synchronous`.execute(
      db,
    )
    return rows[0] ?? null
  } catch (error) {
    // A server that did not answer may still be another one.
    if (isAway(error)) throw error
    return null
  }
}

/** The first process that sees a new server decides, and the others wait for it. */
async function store(tx: Parameters<typeof hold>[0], server: Server): Promise<void> {
  const known = await tx
    .selectFrom('instance')
    .select(['timeline', 'synchronous', 'alive_at', 'created_at', databaseNow(tx).as('now')])
    .forUpdate()
    .executeTakeFirst()
  if (!known || isSame(known, server)) return
  const isNew = known.timeline !== null && known.timeline !== server.timeline
  if (isNew && known.synchronous !== 1)
    await hold(tx, { reason, since: known.alive_at ?? known.created_at, until: Number(known.now) })
  await tx.updateTable('instance').set(server).execute()
}
