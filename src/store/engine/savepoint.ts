import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.ts'

/** The result of a work in a savepoint, or the error after which everything that it did was undone. */
export type Outcome<T> = { readonly result: T } | { readonly error: unknown }

/** Runs a part of a transaction that can fail alone. Throws if the database has undone more than this part, as on a full disk. */
export async function inSavepoint<T>(tx: Transaction<Tables>, work: () => Promise<T>): Promise<Outcome<T>> {
  await sql`savepoint work`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint work`.execute(tx)
    return { result }
  } catch (error) {
    const rolledBack = await sql`rollback to savepoint work`.execute(tx).catch(() => null)
    if (rolledBack === null) throw error
    await sql`release savepoint work`.execute(tx)
    return { error }
  }
}
