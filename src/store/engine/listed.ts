import { type AliasedRawBuilder, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import { isPostgres } from './kind.ts'
import { listAsJson } from './storable.ts'

/**
 * Passes lists as one JSON parameter. The statement is the same for every length, so it is prepared once.
 */
type Db = Pick<Kysely<Tables>, 'getExecutor'>

/**
 * PostgreSQL expects a hundred values in a JSON list. To find a hundred rows, it reads a table of thousands from beginning to
 * end. In an array it expects ten values, which is nearer to the truth, and it uses the index.
 */
const elements = (of: 'jsonb_array_elements' | 'jsonb_array_elements_text', list: readonly unknown[], as = sql``) =>
  sql<never>`unnest(array(select ${sql.raw(of)}(${listAsJson(list)}::jsonb)${as}))`

export const textsIn = (db: Db, values: readonly string[]): RawBuilder<string> =>
  isPostgres(db)
    ? sql<string>`(select ${elements('jsonb_array_elements_text', values)})`
    : sql<string>`(select value from json_each(${listAsJson(values)}))`

export const numbersIn = (db: Db, values: readonly number[]): RawBuilder<number> =>
  isPostgres(db)
    ? sql<number>`(select ${elements('jsonb_array_elements_text', values, sql`::bigint`)})`
    : sql<number>`(select value from json_each(${listAsJson(values)}))`

/**
 * The `from` part of a query for the rows that have one of these numbers in a column; no number may be there twice.
 * `in` would find the same rows. But in a new database, PostgreSQL expects to find a large part of the table for each
 * number. It then reads the whole table, until its autovacuum has made statistics.
 */
export const rowsOfEach = (
  db: Db,
  numbers: readonly number[],
  table: keyof Tables,
  column: string,
): RawBuilder<unknown> => {
  const [rows, hasIt] = [sql.table(table), sql`${sql.ref(`${table}.${column}`)} = listed.value`]
  return isPostgres(db)
    ? sql`${elements('jsonb_array_elements_text', numbers, sql`::bigint`)} as listed(value)
        cross join lateral (select * from ${rows} where ${hasIt} offset 0) as ${rows}`
    : sql`json_each(${listAsJson(numbers)}) as listed cross join ${rows} on ${hasIt}`
}

/** As a table with the name `listed`, to join with; `textOf` and `numberOf` read its rows. */
export const listed = (db: Db, rows: readonly object[]): AliasedRawBuilder<{ value: string }, 'listed'> =>
  isPostgres(db)
    ? sql<{ value: string }>`${elements('jsonb_array_elements', rows)}`.as<'listed'>(sql`listed(value)`)
    : sql<{ value: string }>`json_each(${listAsJson(rows)})`.as('listed')

/**
 * A condition for an update of several rows of a table: those for which `which` is true. On PostgreSQL they are first locked in
 * the order of `key`. An update alone locks them in the order in which its plan finds them, and two such updates may wait for
 * each other in a circle. `which` is asked again after the wait for a lock.
 */
export function lockedFirst(db: Db, table: keyof Tables, which: RawBuilder<unknown>, key = 'id'): RawBuilder<boolean> {
  if (!isPostgres(db)) return sql<boolean>`${which}`
  const column = sql.ref(`${table}.${key}`)
  const keys = sql`select ${column} from ${sql.table(table)} where ${which} order by ${column} for no key update`
  return sql<boolean>`${column} = any(array(${keys}))`
}

/**
 * For an update that joins `listed`: so most plans lock the rows in the same order. A plan that joins by hash does not; where
 * that matters, use `lockedFirst` too.
 */
export const inOrder = <T extends { readonly id: number }>(rows: readonly T[]): readonly T[] =>
  rows.toSorted((one, other) => one.id - other.id)

export const textOf = (name: string): RawBuilder<string> => sql<string>`listed.value ->> ${sql.lit(name)}`
export const numberOf = (name: string): RawBuilder<number> => sql<number>`cast(${textOf(name)} as bigint)`
