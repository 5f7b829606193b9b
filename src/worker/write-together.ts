import { setImmediate as nextTurn } from 'node:timers/promises'
import { isAway } from '../store/engine/away.ts'
import { type Held, type LeasedTable, LostLease } from '../store/engine/leases.ts'

interface Waiting<T> {
  readonly row: T
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * A writer of held rows: those that come while one write runs are written together by the next. `write` returns the IDs of
 * those that were still held; the others reject with `LostLease`.
 */
export function writeTogether<T extends Held>(
  table: LeasedTable,
  write: (rows: readonly T[]) => Promise<readonly number[]>,
): (row: T) => Promise<void> {
  let waiting: Waiting<T>[] = []
  let running = false

  async function writeAll(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      // More may come from events that are ready already.
      await nextTurn()
      const together = waiting
      waiting = []
      await writeOnce(together)
    }
    running = false
  }

  async function writeOnce(together: readonly Waiting<T>[]): Promise<void> {
    try {
      const held = new Set(await write(together.map(({ row }) => row)))
      for (const { row, resolve, reject } of together)
        if (held.has(row.id)) resolve()
        else reject(new LostLease(table))
    } catch (error) {
      // A row that can't be written does not hold up the others.
      if (together.length > 1 && !isAway(error)) for (const one of together) await writeOnce([one])
      else for (const { reject } of together) reject(error)
    }
  }

  return (row) =>
    new Promise((resolve, reject) => {
      waiting.push({ row, resolve, reject })
      if (!running) void writeAll()
    })
}
