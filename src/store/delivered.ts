import { sql } from 'kysely'
import { type DeliveryAttempt, moveDelivery } from '../domain/delivery.ts'
import type { Database, Writer } from './engine/database.ts'
import { fixed, type ValueOf } from './engine/fixed.ts'
import type { Held } from './engine/leases.ts'
import { inOrder, listed, numberOf, textOf } from './engine/listed.ts'
import { plannedEachTime } from './engine/prepared.ts'

/** A held delivery that its endpoint has accepted. */
export interface Delivered extends Held {
  readonly statusCode: number | null
  readonly history: readonly DeliveryAttempt[]
  readonly deliveredAt: number
}

/** Writes all of them with one statement; returns the IDs of those that were still held. */
export async function endDelivered(db: Pick<Database, 'single'>, delivered: readonly Delivered[]): Promise<number[]> {
  const rows = delivered.map(({ id, fence, statusCode, history, deliveredAt }) => ({
    id,
    fence,
    statusCode,
    history: JSON.stringify(history),
    deliveredAt,
  }))
  const written = await db.single((writer) => writeDelivered(writer, { rows: inOrder(rows) }))
  return written.map(({ id }) => id)
}

const writeDelivered = fixed((db: Writer, value: ValueOf<{ readonly rows: readonly object[] }>) =>
  sql<{ id: number }>`${sql.raw(plannedEachTime)}
    update deliveries
    set status = ${moveDelivery('delivering', 'delivered')}, due_at = null, fence = deliveries.fence + 1,
      last_status_code = ${numberOf('statusCode')}, last_error_code = null, history = ${textOf('history')},
      delivered_at = ${numberOf('deliveredAt')}
    from ${listed(db, value('rows'))}
    where deliveries.id = ${numberOf('id')} and deliveries.fence = ${numberOf('fence')}
    returning deliveries.id`.compile(db),
)
