import { type RawBuilder, sql } from 'kysely'
import type { Reader, Transaction } from './engine/database.ts'
import { databaseNow, isPostgres } from './engine/kind.ts'
import { findInstance } from './instance.ts'

/** Nothing is published, sent or read from platforms until a person releases the database. */
export interface Hold {
  /** A sentence for people. */
  readonly reason: string
  /** What was done from then on, the database does not know. In milliseconds since 1970, by the database's clock. */
  readonly since: number
  /** Until when it may have been done. */
  readonly until: number
}

/** The hold, and when it began; null if the database is not held. */
export async function findHold(db: Reader): Promise<(Hold & { readonly at: number }) | null> {
  const row = await findInstance(db)
  if (!row || row.held_at === null) return null
  const { held_at: at, held_since: since, held_until: until, held_reason: reason } = row
  return { at, reason: reason ?? '', since: since ?? at, until: until ?? at }
}

/**
 * Holds the database because it may lack what was done between two times: it was restored, or a standby took over without
 * the last writes. From now on nothing is claimed, in any process. Every job that may have been published in that time
 * is marked: after the release its platform is asked about it, and it is never simply published. A second hold widens the first.
 */
export async function hold(tx: Transaction, { reason, since, until }: Hold): Promise<void> {
  const now = databaseNow(tx)
  await tx
    .updateTable('instance')
    .set({
      held_at: sql<number>`coalesce(held_at, ${now})`,
      held_since: sql<number>`case when held_since < ${since} then held_since else ${since} end`,
      held_until: sql<number>`case when held_until > ${until} then held_until else ${until} end`,
      held_reason: reason,
    })
    .execute()
  await tx
    .updateTable('jobs')
    .set({ lost_since: since })
    .where('due_at', '<=', until)
    .where('lost_since', 'is', null)
    // Of a completed job, the comments may have been sent.
    .where('status', 'in', ['queued', 'retrying', 'processing', 'completed'])
    .execute()
}

/** Ends the hold: everything that is due is claimed again. */
export async function release(tx: Transaction): Promise<void> {
  await tx
    .updateTable('instance')
    .set({ held_at: null, held_since: null, held_until: null, held_reason: null })
    .execute()
}

/** For jobs that became due when no service was running any more: they were certainly not published. */
export async function keepUnpublished(tx: Transaction, dueAfter: number): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ lost_since: null })
    .where('due_at', '>', dueAfter)
    .where('lost_since', 'is not', null)
    .where('status', 'in', ['queued', 'retrying'])
    .execute()
}

export interface LostJob {
  readonly id: number
  readonly post_id: number
  readonly platform: string
  readonly status: string
  readonly scheduled_for: number
}

/** The jobs that may have been published without a record and whose doubt is not resolved yet, the earliest first. */
export const listLost = (db: Reader, limit: number): Promise<LostJob[]> =>
  lost(db)
    .select(['id', 'post_id', 'platform', 'status', 'scheduled_for'])
    .orderBy('scheduled_for')
    .orderBy('id')
    .limit(limit)
    .execute()

export async function countLost(db: Reader): Promise<{ readonly platform: string; readonly count: number }[]> {
  const rows = await lost(db)
    .select((e) => ['platform', e.fn.countAll<number>().as('count')])
    .groupBy('platform')
    .orderBy('platform')
    .execute()
  return rows.map(({ platform, count }) => ({ platform, count: Number(count) }))
}

const lost = (db: Reader) => db.selectFrom('jobs').where('lost_since', 'is not', null).where('due_at', 'is not', null)

/**
 * Stores that a service uses the database now. Returns the time, and the one before: a service that has stored a later
 * one than that works on a database that lacks its last writes.
 */
export async function beat(tx: Transaction, atLeast: number): Promise<{ before: number | null; at: number }> {
  const locked = isPostgres(tx) ? sql`for update` : sql``
  const { rows } = await sql<{ before: number | null; now: number }>`
    select alive_at as before, ${databaseNow(tx)} as now from instance ${locked}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The database has no instance row.')
  const at = Math.max(Number(row.now), (row.before ?? 0) + 1, atLeast)
  await tx.updateTable('instance').set({ alive_at: at }).execute()
  return { before: row.before, at }
}

/** On PostgreSQL, what identifies the tables on their server: restoring a dump changes it. Null on SQLite. */
export async function readPlace(db: Reader): Promise<string | null> {
  if (!isPostgres(db)) return null
  const place = (server: RawBuilder<unknown>) =>
    sql<{ place: string }>`
      select concat_ws(':', ${server}, (select oid from pg_database where datname = current_database()),
        'jobs'::regclass::oid) as place`.execute(db)
  // A service may forbid its users to read what identifies the server.
  const { rows } = await place(sql`(select system_identifier from pg_control_system())`).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === forbidden) return place(sql`'any'`)
    throw error
  })
  return rows[0]?.place ?? null
}

/** SQLSTATE of a missing privilege. */
const forbidden = '42501'

export async function storePlace(tx: Transaction, place: string | null): Promise<void> {
  await tx.updateTable('instance').set({ place }).execute()
}

/** The database's time, in milliseconds since 1970. */
export async function readNow(db: Reader): Promise<number> {
  const { rows } = await sql<{ now: number }>`select ${databaseNow(db)} as now`.execute(db)
  return Number(rows[0]?.now)
}

/** When something was written last, for a database that no service of this version has used. */
export async function readLastWrite(db: Reader): Promise<number> {
  const { at } = await db
    .selectFrom('instance')
    .select((e) =>
      e.fn
        .coalesce(
          e.selectFrom('jobs').select((of) => of.fn.max('jobs.updated_at').as('at')),
          'instance.created_at',
        )
        .as('at'),
    )
    .executeTakeFirstOrThrow()
  return Number(at)
}
