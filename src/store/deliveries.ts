import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { deliveryErrors, deliveryStatuses } from '../domain/delivery.ts'
import type { Reader, Transaction } from './engine/database.ts'
import { fixed, type ValueOf } from './engine/fixed.ts'
import { databaseNow } from './engine/kind.ts'
import { listed, numberOf, textOf } from './engine/listed.ts'
import { storedJson } from './engine/stored.ts'
import type { Tables } from './tables.ts'
import { type Batch, walkOld } from './walk.ts'

const attempt = z.object({
  number: z.number(),
  startedAt: z.number(),
  finishedAt: z.number(),
  statusCode: z.number().nullable(),
  error: z.enum(deliveryErrors).nullable(),
})

const stored = z.object({
  status: z.enum(deliveryStatuses),
  last_error_code: z.enum(deliveryErrors).nullable(),
  history: storedJson(z.array(attempt).readonly()),
})

/** One event that is sent to one endpoint. */
export type DeliveryRow = Omit<Selectable<Tables['deliveries']>, keyof z.output<typeof stored>> &
  z.output<typeof stored>

export const readDelivery = (row: Selectable<Tables['deliveries']>): DeliveryRow => ({ ...row, ...stored.parse(row) })

export const webhookLane = (webhookId: number): string => `webhook:${webhookId}`

/** An event that this transaction has written. */
export interface WrittenEvent {
  readonly id: string
  readonly name: string
  readonly userId: number
  readonly postId: number | null
}

/** Creates deliveries of events: to the user's webhooks that subscribe to them, and to the post's callback when its group ends. */
export async function addDeliveries(tx: Transaction, events: readonly WrittenEvent[]): Promise<void> {
  await insertDeliveries(tx, { events: events.map(({ id, name, userId, postId }) => ({ id, name, userId, postId })) })
}

const insertDeliveries = fixed((tx: Transaction, value: ValueOf<{ readonly events: readonly object[] }>) => {
  const events = listed(tx, value('events'))
  const [id, name, userId, postId] = [textOf('id'), textOf('name'), numberOf('userId'), numberOf('postId')]
  const now = databaseNow(tx)
  return sql`
    insert into deliveries
      (user_id, webhook_id, post_id, url, lane, event_id, event, status, due_at, fence, attempts, history, created_at)
    select ${userId}, w.id, null, w.url, 'webhook:' || w.id, ${id}, ${name}, 'pending', ${now}, 0, 0, '[]', ${now}
      from ${events}
      join webhooks w on w.user_id = ${userId}
     where w.deleted_at is null
       and w.disabled_at is null
       and (w.events like '%"*"%' or w.events like '%"' || (${name}) || '"%')
    union all
    select ${userId}, null, p.id, p.webhook_url, 'callback:' || (${userId}) || ':' || p.webhook_url, ${id}, ${name},
           'pending', ${now}, 0, 0, '[]', ${now}
      from ${events}
      join posts p on p.id = ${postId}
     where p.webhook_url is not null
       and ${name} in ('post.published', 'post.partial', 'post.failed')`.compile(tx)
})

/** One more delivery of an event to a webhook, whatever events it subscribes to. */
export async function addDelivery(
  tx: Transaction,
  webhook: { readonly id: number; readonly user_id: number; readonly url: string },
  event: { readonly id: string; readonly name: string },
): Promise<DeliveryRow> {
  const now = databaseNow(tx)
  const row = await tx
    .insertInto('deliveries')
    .values({
      user_id: webhook.user_id,
      webhook_id: webhook.id,
      post_id: null,
      url: webhook.url,
      lane: webhookLane(webhook.id),
      event_id: event.id,
      event: event.name,
      status: 'pending',
      due_at: now,
      fence: 0,
      attempts: 0,
      history: '[]',
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return readDelivery(row)
}

/** Newest first, older than `before`. */
export async function listDeliveries(
  db: Reader,
  webhookId: number,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<DeliveryRow[]> {
  const rows = await db
    .selectFrom('deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(readDelivery)
}

/** Deliveries to the callbacks of some posts, oldest first. */
export async function listCallbacks(db: Reader, postIds: readonly number[]): Promise<DeliveryRow[]> {
  if (postIds.length === 0) return []
  const rows = await db.selectFrom('deliveries').selectAll().where('post_id', 'in', postIds).orderBy('id').execute()
  return rows.map(readDelivery)
}

export async function findDelivery(db: Reader, webhookId: number, id: number): Promise<DeliveryRow | undefined> {
  const row = await db
    .selectFrom('deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && readDelivery(row)
}

/**
 * Cancels the deliveries that wait for an endpoint, or only those created before a time. An attempt that is running can't
 * be stopped: its result is stored, and it is the last one.
 */
export async function cancelWaiting(
  tx: Transaction,
  lane: string,
  error: 'endpoint_removed' | null = null,
  madeBefore: number | null = null,
): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set((e) => ({
      status: 'cancelled',
      due_at: null,
      fence: e('fence', '+', 1),
      ...(error && { last_error_code: error }),
    }))
    .where('lane', '=', lane)
    .where('due_at', 'is not', null)
    .where('status', 'in', ['pending', 'retrying'])
    .$if(madeBefore !== null, (query) => query.where('created_at', '<', madeBefore ?? 0))
    .execute()
}

/** Removes old deliveries that have ended. */
export const pruneDeliveries = (tx: Transaction, batch: Batch): Promise<number | null> =>
  walkOld(tx, { table: 'deliveries', time: 'created_at' }, batch, (isOld) =>
    tx.deleteFrom('deliveries').where(isOld).where('due_at', 'is', null).execute(),
  )
