import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Transaction } from './database.ts'
import { fixed, type ValueOf } from './fixed.ts'
import { isPostgres } from './kind.ts'
import { numbersIn, textsIn } from './listed.ts'

/**
 * Owners of work: a worker takes the owner, then does what waits for it. `due_at` of an owner is never later than its first work
 * that may be done. So whoever makes it later must not miss what another transaction is just adding:
 *
 * - On PostgreSQL, whoever adds work locks the owner for key share (`migrations/waking.ts`), and only then looks whether it is
 *   due already. That lock conflicts with nothing but `lockQuiet`.
 * - `lockQuiet` comes first, in a statement of its own. The next statement sees the work of all transactions that are over.
 * - An owner that could not be locked is being given work. It becomes due at `beingAdded` from now, and is looked at again.
 */
const owners = { endpoints: 'id', lanes: 'key' } as const

type Owners = keyof typeof owners
type KeyOf<Table extends Owners> = Table extends 'endpoints' ? number : string

/** In how many milliseconds to look again at an owner that is being given work. */
export const beingAdded = 20

/**
 * Locks owners of which no other transaction is adding work, until the transaction ends, and returns their keys. It never waits.
 * It works only in a transaction whose statements see what was committed before them.
 */
export async function lockQuiet<Table extends Owners>(
  tx: Transaction,
  table: Table,
  column: (typeof owners)[Table],
  keys: readonly KeyOf<Table>[],
): Promise<readonly KeyOf<Table>[]> {
  // SQLite has one writer at a time.
  if (!isPostgres(tx) || keys.length === 0) return keys
  const locked = await locks[table](tx, { keys })
  // Each table has one type of keys.
  return locked.map((row) => row[column] as KeyOf<Table>)
}

const lockOf = (table: Owners) =>
  fixed((tx: Transaction, value: ValueOf<{ readonly keys: readonly (string | number)[] }>) => {
    const key = sql.ref(owners[table])
    // The list is JSON in both cases.
    const listed =
      table === 'endpoints' ? numbersIn(tx, value('keys') as number[]) : textsIn(tx, value('keys') as string[])
    return sql<Record<string, string | number>>`
      select ${key} from ${sql.table(table)} where ${key} in ${listed} order by ${key}
      for update of ${sql.table(table)} skip locked`.compile(tx)
  })

const locks = { endpoints: lockOf('endpoints'), lanes: lockOf('lanes') }

/**
 * A time, but not before another; null if the first is null. `greatest` would be that other time on PostgreSQL, so that an owner
 * without work would be due for ever.
 */
export const notBefore = (time: RawBuilder<unknown>, earliest: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql<number | null>`case when ${time} < ${earliest} then ${earliest} else ${time} end`

/** When the first work of an owner is due, but not before `earliest`; null if none waits. It reads one row. */
export const firstWork = (
  work: Extract<keyof Tables, 'jobs' | 'deliveries'>,
  owner: RawBuilder<unknown>,
  earliest: RawBuilder<unknown>,
): RawBuilder<number | null> => {
  const name = sql.table(work)
  return sql<number | null>`(
    select ${notBefore(sql`${name}.due_at`, earliest)} from ${name}
    where ${name}.lane = ${owner} and ${name}.due_at is not null order by ${name}.due_at, ${name}.id limit 1)`
}
