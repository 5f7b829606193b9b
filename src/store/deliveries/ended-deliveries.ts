import { sql } from 'kysely'
import { type DeliveryAttempt, type DeliveryError, type DeliveryStatus, moveDelivery } from '../../domain/delivery.ts'
import { day } from '../../domain/time.ts'
import type { Transaction, Writer } from '../engine/database.ts'
import { fixed, type ValueOf } from '../engine/fixed.ts'
import { databaseNow } from '../engine/kind.ts'
import type { Lease } from '../engine/leases.ts'
import { inOrder, listed, numberOf, textOf } from '../engine/listed.ts'
import type { UnreadableDelivery } from './due-endpoints.ts'

/** How an attempt at a leased delivery ended. */
export interface EndedAttempt extends Lease {
  readonly status: DeliveryStatus
  /** In how many milliseconds the next attempt is due; null: there is none. */
  readonly dueIn: number | null
  readonly statusCode: number | null
  readonly error: DeliveryError | null
  readonly history: readonly DeliveryAttempt[]
  /** If it was delivered. */
  readonly deliveredAt?: number
  /** If fewer attempts count than were claimed. */
  readonly attempts?: number
}

/** Writes all of them with one statement; returns the IDs of those that were still leased. */
export async function endAttempts(db: Writer, ended: readonly EndedAttempt[]): Promise<number[]> {
  const rows = ended.map(({ status, history, ...other }) => ({
    ...other,
    status: moveDelivery('delivering', status),
    history: JSON.stringify(history),
  }))
  const written = await writeAttempts(db, { rows: inOrder(rows) })
  return written.map(({ id }) => id)
}

const writeAttempts = fixed((db: Writer, value: ValueOf<{ readonly rows: readonly object[] }>) =>
  sql<{ id: number }>`
    update deliveries
    set status = ${textOf('status')}, due_at = ${databaseNow(db)} + ${numberOf('dueIn')}, held_until = 0,
      fence = deliveries.fence + 1, attempts = coalesce(${numberOf('attempts')}, attempts),
      last_status_code = ${numberOf('statusCode')}, last_error_code = ${textOf('error')}, history = ${textOf('history')},
      delivered_at = coalesce(${numberOf('deliveredAt')}, delivered_at)
    from ${listed(db, value('rows'))}
    where deliveries.id = ${numberOf('id')} and deliveries.fence = ${numberOf('fence')}
    returning deliveries.id`.compile(db),
)

/** How long a delivery that this version cannot read is left alone: a newer version or a repair may find it. */
const parkedFor = sql.lit(day)

/** Gives back deliveries that could not be read as they were, and leaves them alone for a day. */
export const parkDeliveries = async (tx: Transaction, parked: readonly UnreadableDelivery[]): Promise<void> =>
  void (await writeParked(tx, { rows: inOrder(parked.map(({ id, fence, before }) => ({ id, fence, ...before }))) }))

const writeParked = fixed((tx: Transaction, value: ValueOf<{ readonly rows: readonly object[] }>) =>
  sql`
    update deliveries set status = ${textOf('status')}, attempts = ${numberOf('attempts')}, history = ${textOf('history')},
      due_at = ${databaseNow(tx)} + ${parkedFor}, held_until = 0, fence = deliveries.fence + 1
    from ${listed(tx, value('rows'))}
    where deliveries.id = ${numberOf('id')} and deliveries.fence = ${numberOf('fence')}`.compile(tx),
)
