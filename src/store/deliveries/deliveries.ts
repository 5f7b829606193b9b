import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { deliveryErrors, deliveryStatuses } from '../../domain/delivery.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import { fixed, type ValueOf } from '../engine/fixed.ts'
import { databaseNow } from '../engine/kind.ts'
import { listed, numberOf, textOf } from '../engine/listed.ts'
import { storedJson } from '../engine/stored.ts'
import type { Tables } from '../tables.ts'
import { type Batch, walkOld } from '../walk.ts'
import { forgetSilence } from './endpoints.ts'

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

/** Null if a newer version has written it, or its data is damaged. */
export function tryReadDelivery<Row extends Selectable<Tables['deliveries']>>(
  row: Row,
): (Omit<Row, keyof DeliveryRow> & DeliveryRow) | null {
  const { data } = stored.safeParse(row)
  return data ? { ...row, ...data } : null
}

export const endpointOfWebhook = (webhookId: number): string => `webhook:${webhookId}`

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

/** One more delivery of an event to a webhook, because somebody asks for it: now, also if its endpoint is left alone. */
export async function addDelivery(
  tx: Transaction,
  webhook: { readonly id: number; readonly user_id: number; readonly url: string },
  event: { readonly id: string; readonly name: string },
): Promise<KnownDelivery> {
  const now = databaseNow(tx)
  const { id } = await tx
    .insertInto('deliveries')
    .values({
      user_id: webhook.user_id,
      webhook_id: webhook.id,
      post_id: null,
      url: webhook.url,
      lane: endpointOfWebhook(webhook.id),
      event_id: event.id,
      event: event.name,
      status: 'pending',
      due_at: now,
      fence: 0,
      attempts: 0,
      history: '[]',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await forgetSilence(tx, endpointOfWebhook(webhook.id))
  const delivery = await findDelivery(tx, webhook.id, id)
  if (!delivery) throw new Error('A delivery that was just added can be read.')
  return delivery
}

/** A delivery, with what its endpoint says about when it is sent, and whether. */
export type KnownDelivery = DeliveryRow & {
  readonly paused_until: number | null
  readonly cancel_before: number | null
  readonly disabled_at: number | null
  readonly deleted_at: number | null
}

const known = (db: Reader) =>
  db
    .selectFrom('deliveries')
    .leftJoin('endpoints', 'endpoints.lane', 'deliveries.lane')
    .leftJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
    .selectAll('deliveries')
    .select(['endpoints.paused_until', 'endpoints.cancel_before', 'webhooks.disabled_at', 'webhooks.deleted_at'])

const readable = (rows: readonly (Selectable<Tables['deliveries']> & Omit<KnownDelivery, keyof DeliveryRow>)[]) =>
  rows.flatMap((row) => tryReadDelivery(row) ?? [])

/**
 * Newest first, older than `before`; `next` is the `before` of the next page. Those that this version can't read are left out.
 */
export async function listDeliveries(
  db: Reader,
  webhookId: number,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<{ readonly deliveries: KnownDelivery[]; readonly next: number | null }> {
  // One more than the page shows whether there are older ones.
  const rows = await known(db)
    .where('deliveries.webhook_id', '=', webhookId)
    .$if(before !== undefined, (query) => query.where('deliveries.id', '<', before ?? 0))
    .orderBy('deliveries.id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  return { deliveries: readable(shown), next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}

/** Deliveries to the callbacks of some posts, oldest first. */
export async function listCallbacks(db: Reader, postIds: readonly number[]): Promise<KnownDelivery[]> {
  if (postIds.length === 0) return []
  return readable(await known(db).where('deliveries.post_id', 'in', postIds).orderBy('deliveries.id').execute())
}

export async function findDelivery(db: Reader, webhookId: number, id: number): Promise<KnownDelivery | undefined> {
  const rows = await known(db).where('deliveries.webhook_id', '=', webhookId).where('deliveries.id', '=', id).execute()
  return readable(rows)[0]
}

/** Removes old deliveries that have ended. */
export const pruneDeliveries = (tx: Transaction, batch: Batch): Promise<number | null> =>
  walkOld(tx, { table: 'deliveries', time: 'created_at' }, batch, (isOld) =>
    tx.deleteFrom('deliveries').where(isOld).where('due_at', 'is', null).execute(),
  )
