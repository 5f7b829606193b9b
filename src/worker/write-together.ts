import { type Held, type LeasedTable, LostLease } from '../store/engine/leases.ts'
import { together } from '../store/engine/together.ts'

/**
 * A writer of held rows: those that come while one write runs are written together by the next. `write` returns the IDs of
 * those that were still held; the others reject with `LostLease`.
 */
export function writeTogether<T extends Held>(
  table: LeasedTable,
  write: (rows: readonly T[]) => Promise<readonly number[]>,
): (row: T) => Promise<void> {
  const wasHeld = together(async (rows: readonly T[]) => {
    const held = new Set(await write(rows))
    return rows.map(({ id }) => held.has(id))
  })
  return async (row) => {
    if (!(await wasHeld(row))) throw new LostLease(table)
  }
}
