import { sql } from 'kysely'
import type { Reader, Transaction } from './database.ts'
import { fixed, type ValueOf } from './fixed.ts'
import { isPostgres } from './kind.ts'
import { shared } from './together.ts'

/** Some that nobody else gets, before the transaction that uses them. Only PostgreSQL has them outside a transaction. */
export const reserveIds: (db: Reader, count: number) => Promise<Ids> = shared(async (db, counts) => {
  const ids = await nextOfSequence(
    db,
    counts.reduce((sum, count) => sum + count, 0),
  )
  return counts.map((count) => atLeastOne(ids.splice(0, count)))
})

type Ids = readonly [number, ...number[]]

/** The next numbers, in ascending order, of the sequence that posts and jobs share for their IDs. */
export const takeIds = async (tx: Transaction, count: number): Promise<Ids> =>
  atLeastOne(isPostgres(tx) ? await nextOfSequence(tx, count) : await nextOfCounter(tx, count))

function atLeastOne([first, ...rest]: readonly number[]): Ids {
  if (first === undefined) throw new Error('At least one ID must be requested.')
  return [first, ...rest]
}

type Count = { readonly count: number }

async function nextOfSequence(db: Reader, count: number): Promise<number[]> {
  const rows = await takeOfSequence(db, { count })
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

const takeOfSequence = fixed((db: Reader, value: ValueOf<Count>) =>
  sql<{ id: number }>`select nextval('publishing_ids') as id from generate_series(1, ${value('count')})`.compile(db),
)

async function nextOfCounter(tx: Transaction, count: number): Promise<number[]> {
  const rows = await countUp(tx, { count })
  return rows.flatMap(({ last }) => Array.from({ length: count }, (_, at) => last - count + 1 + at))
}

const countUp = fixed((tx: Transaction, value: ValueOf<Count>) =>
  tx
    .updateTable('publishing_ids')
    .set((e) => ({ last: e('last', '+', value('count')) }))
    .returning('last')
    .compile(),
)
