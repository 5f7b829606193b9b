import { sql } from 'kysely'
import { type DeliveryAttempt, moveDelivery } from '../domain/delivery.ts'
import type { Database } from './database.ts'
import type { Claim } from './due-jobs.ts'
import { isPostgres } from './kind.ts'

/** A held delivery that its endpoint has taken. */
export interface Delivered extends Claim {
  readonly statusCode: number | null
  readonly history: readonly DeliveryAttempt[]
  readonly deliveredAt: number
}

/** Writes all of them with one statement; answers the IDs of those that were still held. */
export async function endDelivered(db: Database, ended: readonly Delivered[]): Promise<number[]> {
  const list = JSON.stringify(ended.map((one) => ({ ...one, history: JSON.stringify(one.history) })))
  const rows = isPostgres(db.kysely)
    ? sql<{ value: string }>`jsonb_array_elements(${list}::jsonb)`
    : sql<{ value: string }>`json_each(${list})`
  const number = (name: keyof Delivered) => sql<number>`cast(ended.value ->> ${sql.lit(name)} as bigint)`
  const written = await db.single((writer) =>
    writer
      .updateTable('deliveries')
      .from(rows.as('ended'))
      .set((e) => ({
        status: moveDelivery('delivering', 'delivered'),
        due_at: null,
        fence: e('deliveries.fence', '+', 1),
        last_status_code: number('statusCode'),
        last_error_code: null,
        history: sql<string>`ended.value ->> 'history'`,
        delivered_at: number('deliveredAt'),
      }))
      .where('deliveries.id', '=', number('id'))
      .where('deliveries.fence', '=', number('fence'))
      .returning('deliveries.id')
      .execute(),
  )
  return written.map(({ id }) => id)
}
