import { sql } from 'kysely'
import { type DeliveryAttempt, type DeliveryError, type DeliveryStatus, moveDelivery } from '../domain/delivery.ts'
import type { Database, Transaction, Writer } from './engine/database.ts'
import { fixed, type ValueOf } from './engine/fixed.ts'
import { inTime } from './engine/kind.ts'
import { type Held, release } from './engine/leases.ts'
import { inOrder, listed, numberOf, textOf } from './engine/listed.ts'

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
  sql<{ id: number }>`
    update deliveries
    set status = ${moveDelivery('delivering', 'delivered')}, due_at = null, fence = deliveries.fence + 1,
      last_status_code = ${numberOf('statusCode')}, last_error_code = null, history = ${textOf('history')},
      delivered_at = ${numberOf('deliveredAt')}
    from ${listed(db, value('rows'))}
    where deliveries.id = ${numberOf('id')} and deliveries.fence = ${numberOf('fence')}
    returning deliveries.id`.compile(db),
)

export interface EndedAttempt {
  readonly status: DeliveryStatus
  /** In how many milliseconds the next attempt is due; null: there is none. */
  readonly dueIn: number | null
  readonly statusCode: number | null
  readonly error: DeliveryError | null
  readonly history: readonly DeliveryAttempt[]
  readonly deliveredAt?: number
  /** If fewer attempts count than were claimed. */
  readonly attempts?: number
}

/** Writes how an attempt ended, if it could not be written with others. */
export const endAttempt = (
  tx: Transaction,
  delivery: Held,
  { status, dueIn, statusCode, error, history, deliveredAt, attempts }: EndedAttempt,
): Promise<void> =>
  release(tx, 'deliveries', delivery, dueIn === null ? null : inTime(tx, dueIn), {
    status: moveDelivery('delivering', status),
    last_status_code: statusCode,
    last_error_code: error,
    history: JSON.stringify(history),
    ...(deliveredAt !== undefined && { delivered_at: deliveredAt }),
    ...(attempts !== undefined && { attempts }),
  })

interface Postponed {
  readonly lane: string
  /** A time of the database. */
  readonly until: number
  /** Deliveries at most. */
  readonly limit: number
}

/**
 * Postpones what waits for an endpoint that does not respond: what is due first. Returns whether more may wait.
 */
export async function putOff(db: Pick<Database, 'single'>, postponed: Postponed): Promise<boolean> {
  const rows = await db.single((writer) => writePostponed(writer, postponed))
  return rows.length === postponed.limit
}

const writePostponed = fixed((db: Writer, value: ValueOf<Postponed>) => {
  const waiting = sql`lane = ${value('lane')} and due_at < ${value('until')} and status in ('pending', 'retrying')`
  return sql<{ id: number }>`
    update deliveries set due_at = ${value('until')}
    where ${waiting} and id in (select id from deliveries where ${waiting} order by due_at, id limit ${value('limit')})
    returning id`.compile(db)
})
