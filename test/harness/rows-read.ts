import { sql } from 'kysely'
import type { Transaction } from '../../src/store/engine/database.ts'
import type { Tables } from '../../src/store/tables.ts'

/** How many rows of a table the work reads, on PostgreSQL. */
export async function rowsRead(tx: Transaction, table: keyof Tables, work: () => Promise<unknown>): Promise<number> {
  const before = await countRead(tx, table)
  await work()
  return (await countRead(tx, table)) - before
}

async function countRead(tx: Transaction, table: keyof Tables): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) as rows from pg_stat_xact_user_tables where relname = ${table}`.execute(
    tx,
  )
  return Number(rows[0]?.rows)
}
