import { type RawBuilder, sql } from 'kysely'
import type { Database, Reader, Transaction } from './engine/database.ts'
import { databaseNow, isPostgres } from './engine/kind.ts'
import { lockedFirst, numbersIn } from './engine/listed.ts'
import { findInstance } from './instance.ts'

/** Nothing is published, sent or read from platforms until a person releases the database. */
export interface Hold {
  /** A sentence for people. */
  readonly reason: string
  /** The database does not know what was done from then on. In milliseconds since 1970, by the database's clock. */
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
 * the last writes. From now on nothing is claimed, in any process. A second hold widens the first. It writes one row,
 * so that it takes effect however many jobs wait; `markLost` does the rest.
 */
export async function hold(tx: Transaction, { reason, since, until }: Hold): Promise<void> {
  await tx
    .updateTable('instance')
    .set({
      held_at: sql<number>`coalesce(held_at, ${databaseNow(tx)})`,
      held_since: sql<number>`case when held_since < ${since} then held_since else ${since} end`,
      held_until: sql<number>`case when held_until > ${until} then held_until else ${until} end`,
      held_reason: reason,
    })
    .execute()
}

/** Jobs that are changed in one transaction. One statement for all of them could take longer than a statement may. */
const changedAtOnce = 1_000

/** Calls `change` with a condition for some of the jobs that were due after a time and until another, until it has met all. */
async function changeDue(
  { step }: Pick<Database, 'step'>,
  { after, until }: { readonly after: number; readonly until: number },
  change: (tx: Transaction, these: RawBuilder<boolean>) => Promise<unknown>,
): Promise<void> {
  const next = (from: Position): Promise<Position | undefined> =>
    step(async (tx) => {
      const { rows } = await sql<Position>`
        select due_at, id from jobs where due_at <= ${until} and (due_at, id) > (${from.due_at}, ${from.id})
        order by due_at, id limit ${changedAtOnce}`.execute(tx)
      const ids = rows.map(({ id }) => id)
      await change(tx, sql<boolean>`id in ${numbersIn(tx, ids)}`)
      return rows.length < changedAtOnce ? undefined : rows.at(-1)
    })
  let from: Position | undefined = { due_at: after, id: Number.MAX_SAFE_INTEGER }
  while (from) from = await next(from)
}

type Position = { readonly due_at: number; readonly id: number }

/**
 * Marks every job that may have been published in the time that a held database does not know: after the release its platform
 * is asked about it, and it is never simply published. Returns until when that time lasts; null if the database is not held.
 * If it fails, it can be repeated.
 */
export async function markLost(database: Pick<Database, 'read' | 'step'>): Promise<number | null> {
  const hold = await findHold(database.read)
  if (hold === null) return null
  await changeDue(database, { after: 0, until: hold.until }, (tx, these) => {
    // Of a completed job, the comments may have been sent.
    const isNew = sql`lost_since is null and status in ('queued', 'retrying', 'processing', 'completed')`
    return tx
      .updateTable('jobs')
      .set({ lost_since: hold.since })
      .where(lockedFirst(tx, 'jobs', sql`${these} and ${isNew}`))
      .execute()
  })
  return hold.until
}

/** For jobs that became due when no service was running any more: they were certainly not published. */
export const keepUnpublished = (
  database: Pick<Database, 'step'>,
  time: { readonly after: number; readonly until: number },
): Promise<void> =>
  changeDue(database, time, (tx, these) =>
    tx
      .updateTable('jobs')
      .set({ lost_since: null })
      .where(lockedFirst(tx, 'jobs', sql`${these} and lost_since is not null and status in ('queued', 'retrying')`))
      .execute(),
  )

/**
 * Ends a hold whose jobs are marked until then: everything that is due is claimed again. False if it was widened meanwhile, or
 * has ended.
 */
export async function release(tx: Transaction, until: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('instance')
    .set({ held_at: null, held_since: null, held_until: null, held_reason: null })
    .where('held_until', '=', until)
    .executeTakeFirst()
  return numUpdatedRows > 0n
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
 * one than that works on a database that lacks its last writes. `now` is what the clock of the database says.
 */
export async function beat(
  tx: Transaction,
  atLeast: number,
): Promise<{ readonly before: number | null; readonly at: number; readonly now: number }> {
  const locked = isPostgres(tx) ? sql`for update` : sql``
  const { rows } = await sql<{ before: number | null; now: number }>`
    select alive_at as before, ${databaseNow(tx)} as now from instance ${locked}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The database has no instance row.')
  const now = Number(row.now)
  const at = Math.max(now, (row.before ?? 0) + 1, atLeast)
  await tx.updateTable('instance').set({ alive_at: at }).execute()
  return { before: row.before, at, now }
}

/** On PostgreSQL, what identifies the tables on their server: restoring a dump changes it. Null on SQLite. */
export async function readDatabaseIdentity(db: Reader): Promise<string | null> {
  if (!isPostgres(db)) return null
  const identity = (server: RawBuilder<unknown>) =>
    sql<{ identity: string }>`
      select concat_ws(':', ${server}, (select oid from pg_database where datname = current_database()),
        'jobs'::regclass::oid) as identity`.execute(db)
  // A service may forbid its users to read what identifies the server.
  const { rows } = await identity(sql`(select system_identifier from pg_control_system())`).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === forbidden) return identity(sql`'any'`)
    throw error
  })
  return rows[0]?.identity ?? null
}

/** SQLSTATE of a missing privilege. */
const forbidden = '42501'

export async function storeDatabaseIdentity(tx: Transaction, identity: string | null): Promise<void> {
  await tx.updateTable('instance').set({ place: identity }).execute()
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
