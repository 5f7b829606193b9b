import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../src/store/engine/database.ts'
import type { Tables } from '../../src/store/tables.ts'

/** How many rows of a table the work reads, on PostgreSQL. */
export const rowsRead = (tx: Transaction, table: keyof Tables, work: () => Promise<unknown>): Promise<number> =>
  counted(tx, table, sql`seq_tup_read + coalesce(idx_tup_fetch, 0)`, work)

/** How many rows the work has updated, and for how many of them it has written to the indexes. */
export const rowsUpdated = async (tx: Transaction, table: keyof Tables, work: () => Promise<unknown>) => {
  let indexed = 0
  const all = await counted(tx, table, sql`n_tup_upd`, async () => {
    indexed = await counted(tx, table, sql`n_tup_upd - n_tup_hot_upd`, work)
  })
  return { all, indexed }
}

async function counted(
  tx: Transaction,
  table: keyof Tables,
  what: RawBuilder<unknown>,
  work: () => Promise<unknown>,
): Promise<number> {
  const count = async () => {
    const { rows } = await sql<{ count: number }>`
      select ${what} as count from pg_stat_xact_user_tables where relname = ${table}`.execute(tx)
    return Number(rows[0]?.count)
  }
  const before = await count()
  await work()
  return (await count()) - before
}

/** How SQLite finds the rows that the work reads and changes: a line for each table of each statement that is prepared once. */
export async function plansOf(tx: Transaction, work: (tx: Transaction) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = []
  const executor = tx.getExecutor()
  const executeQuery = async (query: CompiledQuery) => {
    const { rows } = await executor.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]),
    )
    plans.push(...rows.map(({ detail }) => detail))
    return executor.executeQuery(query)
  }
  const explaining = instead(executor, { executeQuery })
  await work(instead(tx, { getExecutor: () => explaining }))
  return plans
}

/** The same object with some other functions. */
const instead = <T extends object>(object: T, others: object): T =>
  new Proxy(object, {
    get: (target, name) => {
      const value = Reflect.get(name in others ? others : target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
