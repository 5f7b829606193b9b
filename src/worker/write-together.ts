import { isStuck } from '../store/engine/away.ts'
import { type Lease, type LeasedTable, LostLease } from '../store/engine/leases.ts'
import { together } from '../store/engine/together.ts'

/**
 * A writer of leased rows: those that come while one write runs are written together by the next. `write` returns the IDs of
 * those that were still leased; the others reject with `LostLease`. A row that was stuck is tried again alone, beside the
 * shared writes: in one of them it would delay the others again.
 */
export function writeTogether<T extends Lease>(
  table: LeasedTable,
  write: (rows: readonly T[]) => Promise<readonly number[]>,
): (row: T) => Promise<void> {
  async function run(rows: readonly T[]): Promise<readonly boolean[]> {
    const leased = new Set(await write(rows))
    return rows.map(({ id }) => leased.has(id))
  }
  const shared = together(run)
  // However many are stuck, they occupy one connection.
  const alone = together(run, { values: 1 })
  /** One that is given up stays here, and would only be written alone. */
  const stuck = new Set<number>()
  return async (row) => {
    const wasLeased = await (stuck.has(row.id) ? alone : shared)(row).catch((error) => {
      if (isStuck(error)) stuck.add(row.id)
      throw error
    })
    stuck.delete(row.id)
    if (!wasLeased) throw new LostLease(table)
  }
}
