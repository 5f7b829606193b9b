import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from './engine/database.ts'
import type { Tables } from './tables.ts'

/** One batch of a walk through a table, in the order of its numbers. */
export interface Batch {
  /** A time in milliseconds since 1970. Younger rows stay. */
  readonly before: number
  /** The number where the walk has arrived. */
  readonly after: number
  readonly limit: number
}

interface WalkedTable {
  readonly table: keyof Tables
  readonly number?: 'id' | 'seq'
  /** The column of the time from which a row counts as young. */
  readonly time: string
}

/**
 * Looks at the next rows of a table. `remove` gets the condition for those that are old enough. Returns the number to
 * continue after; null if all later rows are younger. The oldest have the lowest numbers, so no other index is needed.
 */
export async function walkOld(
  tx: Transaction,
  { table, number = 'id', time }: WalkedTable,
  { before, after, limit }: Batch,
  remove: (isOld: RawBuilder<boolean>) => Promise<unknown>,
): Promise<number | null> {
  const [numberOf, timeOf] = [sql.ref<number>(`${table}.${number}`), sql.ref<number>(`${table}.${time}`)]
  const { rows } = await sql<{ number: number; time: number }>`
    select ${numberOf} as number, ${timeOf} as time from ${sql.table(table)}
    where ${numberOf} > ${after} order by ${numberOf} limit ${limit}`.execute(tx)
  const last = rows.at(-1)
  if (last === undefined) return null
  await remove(sql<boolean>`${numberOf} > ${after} and ${numberOf} <= ${last.number} and ${timeOf} < ${before}`)
  return rows.length === limit && last.time < before ? last.number : null
}
