import { type Delivered, endDelivered } from '../../store/delivered.ts'
import type { Database } from '../../store/engine/database.ts'
import { LostLease } from '../../store/engine/leases.ts'
import { oneAtATime } from '../../system/one-at-a-time.ts'

export type WriteDelivered = (delivered: Delivered) => Promise<void>

/** Deliveries that succeed while one write runs are written together by the next. */
export function createDeliveredWriter(database: Database): WriteDelivered {
  let waiting: { readonly delivered: Delivered; held: boolean }[] = []

  const writing = oneAtATime(async () => {
    const together = waiting
    waiting = []
    const held = new Set(
      await endDelivered(
        database,
        together.map(({ delivered }) => delivered),
      ),
    )
    for (const one of together) one.held = held.has(one.delivered.id)
  })

  return async (delivered) => {
    const one = { delivered, held: false }
    waiting.push(one)
    await writing.run()
    if (!one.held) throw new LostLease('deliveries')
  }
}
