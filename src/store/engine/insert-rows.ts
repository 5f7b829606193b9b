import type { CompiledQuery, Insertable } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Writer } from './database.ts'
import { isPostgres } from './kind.ts'

/** More rows than usual are inserted together; their statement is built each time. */
const maxKnown = 40

/**
 * Inserts rows of a table by statements that are built once for each number of rows: building one takes longer than running
 * it. For rows of one maker, which gives each the same columns in the same order.
 */
export function insertRows<Name extends keyof Tables & string>(table: Name) {
  const known = new Map<string, CompiledQuery>()
  return async (db: Writer, rows: readonly Insertable<Tables[Name]>[]): Promise<void> => {
    const kind = `${isPostgres(db)} ${rows.length} ${columnsOf(table, rows)}`
    const query = known.get(kind) ?? db.insertInto(table).values(rows).compile()
    if (known.size < maxKnown) known.set(kind, query)
    await db.getExecutor().executeQuery({ ...query, parameters: rows.flatMap((row) => Object.values(row)) })
  }
}

export function columnsOf(table: string, rows: readonly object[]): readonly string[] {
  const columns = Object.keys(rows[0] ?? {})
  if (rows.some((row) => Object.keys(row).join() !== columns.join()))
    throw new Error(`All new rows of ${table} must have the same columns in the same order.`)
  return columns
}
