import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Insertable, Updateable } from 'kysely'
import type { Tables } from '../../src/store/tables.ts'
import type { InstanceData } from './database.ts'
import type { User } from './instance.ts'
import { withDatabase } from './rows.ts'

/** A URL without a server. */
export const hookUrl = 'https://acme.example/hook'

type Delivery = Insertable<Tables['deliveries']>

export const createWebhook = async ({ ask }: Pick<User, 'ask'>, body: object = {}): Promise<number> => {
  const reply = await ask('POST', '/webhooks', { body: { url: hookUrl, ...body } })
  assert.equal(reply.status, 200, reply.text)
  return reply.body.id
}

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape, and the client parses them.
export async function readDeliveries({ ask }: Pick<User, 'ask'>, webhookId: number, query = ''): Promise<any> {
  const reply = await ask('GET', `/webhooks/${webhookId}/deliveries${query}`)
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

/** Sets a webhook to what a worker would have stored. */
export const setWebhook = (
  instanceData: InstanceData,
  id: number,
  changes: Updateable<Tables['webhooks']>,
): Promise<void> =>
  withDatabase(
    instanceData,
    async (db) => void (await db.updateTable('webhooks').set(changes).where('id', '=', id).execute()),
  )

export const disabled = (reason = 'gone') => ({
  disabled_at: Date.now(),
  disabled_reason: reason,
  failing_since: Date.now(),
})

type Told = Partial<Delivery> & ({ readonly webhook_id: number } | { readonly post_id: number })

/** Creates deliveries of a user, each with its own event, delivered by default. Returns their IDs. */
export const insertDeliveries = (
  instanceData: InstanceData,
  userId: number,
  told: readonly Told[],
): Promise<number[]> =>
  withDatabase(instanceData, async (db) => {
    const rows = told.map((given) => deliveryRow(userId, given))
    const events = rows.map(({ event_id, event, created_at }) => ({
      id: event_id,
      user_id: userId,
      name: event,
      data: JSON.stringify({ text: 'data-of-the-event' }),
      created_at,
    }))
    await db.insertInto('events').values(events).execute()
    const inserted = await db.insertInto('deliveries').values(rows).returning('id').execute()
    return inserted.map(({ id }) => id)
  })

const deliveryRow = (userId: number, given: Told): Delivery => ({
  user_id: userId,
  url: hookUrl,
  lane: given.webhook_id ? `webhook:${given.webhook_id}` : `callback:${userId}:${hookUrl}`,
  event_id: randomUUID(),
  event: 'post.published',
  status: 'delivered',
  fence: 0,
  attempts: 1,
  history: '[]',
  created_at: Date.now(),
  ...given,
})
