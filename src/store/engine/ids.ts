import { sql } from 'kysely'
import type { Transaction } from './database.ts'
import { isPostgres } from './kind.ts'

/** The next numbers, in ascending order, of the sequence that posts and jobs share for their IDs. */
export async function takeIds(tx: Transaction, count: number): Promise<readonly [number, ...number[]]> {
  const [first, ...rest] = isPostgres(tx) ? await nextOfSequence(tx, count) : await nextOfCounter(tx, count)
  if (first === undefined) throw new Error('At least one ID must be requested.')
  return [first, ...rest]
}

async function nextOfSequence(tx: Transaction, count: number): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select nextval('publishing_ids') as id from generate_series(1, ${count})`.execute(tx)
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

async function nextOfCounter(tx: Transaction, count: number): Promise<number[]> {
  const { last } = await tx
    .updateTable('publishing_ids')
    .set((e) => ({ last: e('last', '+', count) }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return Array.from({ length: count }, (_, at) => last - count + 1 + at)
}
