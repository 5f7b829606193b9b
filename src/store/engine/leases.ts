import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Database, Reader, Transaction, Writer } from './database.ts'
import { fixed, type QueryRunner, type ValueOf } from './fixed.ts'
import { notHeld } from './held.ts'
import { databaseNow, inTime, isPostgres } from './kind.ts'
import { inOrder, listed, lockedFirst, numberOf, numbersIn } from './listed.ts'

/**
 * Tables whose rows workers take one at a time. A row is due at `due_at`; null: there is nothing left to do. A worker takes
 * it as a lease, which runs out unless it is renewed, and raises its fence. Every write of that worker asks for this fence,
 * so a worker that has lost its lease writes nothing.
 *
 * `until` is the column of the lease. Where that is `due_at` itself, a row that is leased is not due. The lease has a column of
 * its own where a row can become due while it is leased, and where a lease is to change no index.
 */
const leasedTables = {
  jobs: { row: 'job', until: 'due_at' },
  endpoints: { row: 'endpoint', until: 'held_until' },
  replies: { row: 'reply', until: 'due_at' },
  measured_accounts: { row: 'measured account', until: 'held_until' },
  watched_posts: { row: 'watched post', until: 'held_until' },
  chores: { row: 'chore', until: 'held_until' },
} as const

export type LeasedTable = keyof typeof leasedTables

/** A row with the fence that it had when this worker took it. */
export interface Lease {
  readonly id: number
  readonly fence: number
}

type Row<T extends LeasedTable> = Selectable<Tables[T]>

/** Values for columns of a row, or expressions for them. */
type Changes<T extends LeasedTable> = {
  readonly [C in keyof Updateable<Tables[T]>]?: Updateable<Tables[T]>[C] | RawBuilder<Row<T>[C & keyof Row<T>]>
}

/** Another worker has the row now, or may have it. */
export class LostLease extends Error {
  constructor(table: LeasedTable) {
    super(`This worker no longer has the lease of the ${leasedTables[table].row}.`)
  }
}

/** Whether the time of a row has come, also if somebody has leased it. Nothing is due in a database that is held. */
export const timeHasCome = (db: QueryRunner): RawBuilder<boolean> =>
  sql<boolean>`due_at <= ${databaseNow(db)} and ${notHeld}`

/** Whether a row is due and not leased. */
const dueNow = (db: QueryRunner, table: LeasedTable): RawBuilder<boolean> =>
  leasedTables[table].until === 'due_at'
    ? timeHasCome(db)
    : sql<boolean>`${timeHasCome(db)} and held_until <= ${databaseNow(db)}`

/**
 * Whether a row that is found by its ID is due. No index of `due_at` can be used for it: because they expect few due rows, the
 * databases would read all of them.
 */
export const isStillDue = (db: QueryRunner, table: LeasedTable): RawBuilder<boolean> => {
  const free = leasedTables[table].until === 'due_at' ? sql`` : sql`and held_until <= ${databaseNow(db)}`
  return sql<boolean>`coalesce(due_at, ${sql.lit(Number.MAX_SAFE_INTEGER)}) <= ${databaseNow(db)} ${free}`
}

/** Asking costs less than a claim that finds nothing, and often nothing is due. */
export const isAnyDue = async (db: Reader, table: LeasedTable): Promise<boolean> =>
  (await queriesOf(table).anyDue(db, {})).length > 0

/**
 * In how many milliseconds the next row is due; null if none waits. Rows that are due already do not count, except those that
 * nobody holds and that became due in the last `elapsed` milliseconds.
 */
export async function nextDueIn(db: Reader, table: LeasedTable, elapsed = 0): Promise<number | null> {
  const [row] = await queriesOf(table).next(db, { elapsed: Math.ceil(elapsed) })
  return row === undefined ? null : Number(row.wait)
}

/** The queries that every loop makes again and again. */
function makeQueries(table: LeasedTable) {
  const name = sql.table(table)
  return {
    // In the order of the index: when many rows are due, PostgreSQL would read the table until it meets one of them.
    anyDue: fixed((db: Reader) =>
      sql`select 1 from ${name} where ${dueNow(db, table)} order by due_at limit 1`.compile(db),
    ),
    next: fixed((db: Reader, value: ValueOf<{ readonly elapsed: number }>) => {
      const now = databaseNow(db)
      return sql<{ wait: number }>`
        select due_at - ${now} as wait from ${name}
        where due_at > ${now} - ${value('elapsed')} and (due_at > ${now} or ${dueNow(db, table)})
        order by due_at limit 1`.compile(db)
    }),
  }
}

const queries: Partial<Record<LeasedTable, ReturnType<typeof makeQueries>>> = {}
const queriesOf = (table: LeasedTable) => (queries[table] ??= makeQueries(table))

/** IDs of due rows, the longest due first. On PostgreSQL they are locked, and those that others have locked are skipped. */
export async function dueIds(tx: Transaction, table: LeasedTable, limit: number): Promise<number[]> {
  const locked = isPostgres(tx) ? sql`for update skip locked` : sql``
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${dueNow(tx, table)} order by due_at limit ${limit} ${locked}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The new values of a row that is taken: a lease of a whole number of milliseconds, and the next fence. */
export const newLease = (db: QueryRunner, lease: number) => ({
  until: sql<number>`${databaseNow(db)} + ${lease}`,
  fence: sql<number>`fence + 1`,
})

/** Takes rows that the caller has found to be due. */
export async function takeRows<T extends LeasedTable>(
  tx: Transaction,
  table: T,
  ids: readonly number[],
  lease: number,
  changes?: Changes<T>,
): Promise<(Row<T> & { readonly claimed_at: number })[]> {
  if (ids.length === 0) return []
  const { until, fence } = newLease(tx, lease)
  const { rows } = await sql<Row<T> & { claimed_at: number }>`
    update ${sql.table(table)} set ${assignments({ ...changes, [leasedTables[table].until]: until, fence })}
    where ${lockedFirst(tx, table, sql`id in ${numbersIn(tx, ids)}`)}
    returning *, ${databaseNow(tx)} as claimed_at`.execute(tx)
  return rows
}

/** The IDs of leases that were to be renewed. What is in neither list is lost. */
export interface LeaseRenewal {
  readonly renewed: readonly number[]
  /** Another transaction has locked them at the moment. They are leased as long as before. */
  readonly busy: readonly number[]
}

/**
 * Renews leases by a number of milliseconds from now. It locks many rows, so on PostgreSQL it waits for none of them: a
 * transaction that has one may be waiting for another. `free`: those of `leases` that can be renewed now.
 */
export async function renewLeases(
  db: Pick<Database, 'single'>,
  table: LeasedTable,
  leases: readonly Lease[],
  lease: number,
  free = leases,
): Promise<LeaseRenewal> {
  if (leases.length === 0) return { renewed: [], busy: [] }
  const name = sql.table(table)
  const { until } = leasedTables[table]
  const ours = (writer: Writer, these: readonly Lease[]) => sql`
    select ${name}.id from ${name}, ${listed(writer, inOrder(these))}
    where ${name}.id = ${numberOf('id')} and ${name}.fence = ${numberOf('fence')}
      and ${until === 'due_at' ? sql`due_at is not null` : sql`true`}`
  const found = await db.single((writer) => {
    const skipping = isPostgres(writer) ? sql`for no key update of ${name} skip locked` : sql``
    return sql<{ id: number }>`
      update ${name} set ${sql.ref(until)} = ${inTime(writer, lease)}
      where id in (${ours(writer, free)} ${skipping}) returning id`.execute(writer)
  })
  const renewed = found.rows.map(({ id }) => id)
  if (renewed.length === leases.length) return { renewed, busy: [] }
  const still = await db.single((writer) => sql<{ id: number }>`${ours(writer, leases)}`.execute(writer))
  return { renewed, busy: still.rows.flatMap(({ id }) => (renewed.includes(id) ? [] : [id])) }
}

/** Changes a row that this worker has leased. */
export const changeLeased = <T extends LeasedTable>(
  tx: Transaction,
  table: T,
  lease: Lease,
  changes: Changes<T>,
): Promise<void> => write(tx, table, lease, changes)

/** Ends the lease of a row that this worker has. It is due at `dueAt`. A renewal that comes later finds nothing. */
export const release = <T extends LeasedTable>(
  tx: Transaction,
  table: T,
  lease: Lease,
  dueAt: RawBuilder<number> | number | null,
  changes?: Changes<T>,
): Promise<void> => write(tx, table, lease, { ...changes, ...endedLease(table), due_at: dueAt })

async function write(tx: Transaction, table: LeasedTable, { id, fence }: Lease, changes: object): Promise<void> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${assignments(changes)} where id = ${id} and fence = ${fence}`.execute(tx)
  if (numAffectedRows !== 1n) throw new LostLease(table)
}

/** The values that end the lease of a row, no matter whose it is, without the time at which it is due. */
export const endedLease = (table: LeasedTable) => ({
  fence: sql<number>`fence + 1`,
  ...(leasedTables[table].until === 'held_until' && { held_until: 0 }),
})

/** Locks a row that this worker has leased until the transaction ends, and returns it with the database's time. */
export async function lockLeased<T extends LeasedTable>(
  tx: Transaction,
  table: T,
  { id, fence }: Lease,
): Promise<Row<T> & { readonly now: number }> {
  const { rows } = await sql<Row<T> & { now: number }>`
    update ${sql.table(table)} set fence = fence where id = ${id} and fence = ${fence}
    returning *, ${databaseNow(tx)} as now`.execute(tx)
  const [row] = rows
  if (!row) throw new LostLease(table)
  return row
}

/** Deletes a row that this worker has leased. */
export async function deleteLeased(tx: Transaction, table: LeasedTable, { id, fence }: Lease): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where id = ${id} and fence = ${fence}`.execute(tx)
  if (numAffectedRows !== 1n) throw new LostLease(table)
}

const assignments = (changes: object) =>
  sql.join(
    Object.entries(changes).flatMap(([column, value]) =>
      value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`],
    ),
  )
