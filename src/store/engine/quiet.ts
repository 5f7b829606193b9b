import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from './database.ts'
import { fixed, type QueryRunner, type ValueOf } from './fixed.ts'
import { databaseNow, isPostgres } from './kind.ts'
import { numbersIn, textsIn } from './listed.ts'

/*
 * Owners of work: endpoints own deliveries, lanes own jobs. A worker takes the owner, then does what waits for it. `due_at` of an
 * owner is never later than its first work that may be done. So whoever makes it later must not miss what another
 * transaction is just adding:
 *
 * - On PostgreSQL, whoever adds work locks the owner for key share (`migrations/waking.ts`), and only then looks whether it is
 *   due already. That lock conflicts with nothing but the locks here.
 * - The lock here comes first, in a statement of its own. The next statement sees the work of all transactions that are over.
 * - An owner that could not be locked is being given work. It becomes due at `beingAdded` from now, and is looked at again.
 */

/** In how many milliseconds to look again at an owner that is being given work. */
export const beingAdded = 20

/**
 * Locks endpoints to which no other transaction is adding anything, until this one ends, and returns their IDs. It never waits. It
 * works only in a transaction whose statements see what was committed before them.
 */
export async function lockQuietEndpoints(tx: Transaction, ids: readonly number[]): Promise<ReadonlySet<number>> {
  // SQLite has one writer at a time.
  if (!isPostgres(tx)) return new Set(ids)
  return new Set((await lockEndpoints(tx, { ids })).map(({ id }) => id))
}

/** The same for lanes; returns their keys. */
export async function lockQuietLanes(tx: Transaction, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (!isPostgres(tx)) return new Set(keys)
  return new Set((await lockLanes(tx, { keys })).map(({ key }) => key))
}

const lockEndpoints = fixed((tx: Transaction, value: ValueOf<{ readonly ids: readonly number[] }>) =>
  sql<{ id: number }>`
    select id from endpoints where id in ${numbersIn(tx, value('ids'))} order by id for update skip locked`.compile(tx),
)

const lockLanes = fixed((tx: Transaction, value: ValueOf<{ readonly keys: readonly string[] }>) =>
  sql<{ key: string }>`
    select key from lanes where key in ${textsIn(tx, value('keys'))} order by key for update skip locked`.compile(tx),
)

type Work = 'jobs' | 'deliveries'

/**
 * The time of work, as in the index that begins with its owner. For jobs on PostgreSQL it is an expression, so that no other index
 * has it: if there are few owners, PostgreSQL expects the same from the index of all that is due, and reads the backlogs of
 * others. Deliveries have no statistics of their time, for the same reason.
 */
const timeOf = (db: QueryRunner, work: Work) => (work === 'jobs' && isPostgres(db) ? sql`due_at + 0` : sql`due_at`)

/** A condition for the work of one owner that is due now. */
export const dueOf = (db: QueryRunner, work: Work, owner: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`lane = ${owner} and due_at is not null and ${timeOf(db, work)} <= ${databaseNow(db)}`

export const orderOf = (db: QueryRunner, work: Work): RawBuilder<unknown> => sql`order by ${timeOf(db, work)}, id`

/** When the first work of an owner is due; null if none waits. It reads one row. */
export const firstWork = (db: QueryRunner, work: Work, owner: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql<number | null>`(
    select due_at from ${sql.table(work)} where lane = ${owner} and due_at is not null ${orderOf(db, work)} limit 1)`

/**
 * A time, but not before another; null if the first is null. `greatest` would be that other time on PostgreSQL, so that an owner
 * without work would be due for ever.
 */
export const notBefore = (time: RawBuilder<unknown>, earliest: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql<number | null>`case when ${time} < ${earliest} then ${earliest} else ${time} end`
