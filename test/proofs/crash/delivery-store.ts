import { sql } from 'kysely'
import { type DeliveryRow, tryReadDelivery } from '../../../src/store/deliveries/deliveries.ts'
import type { Database } from '../../../src/store/engine/database.ts'

/** A delivery with an attempt of a killed process. */
export interface BrokenOff {
  readonly id: number
  /** The number of the attempt. */
  readonly attempts: number
  /** Of the lease: an attempt may be interrupted more than once. */
  readonly fence: number
}

/** All stored events and their deliveries. */
export interface ToldStore {
  readonly events: readonly {
    readonly id: string
    readonly user_id: number
    readonly name: string
    readonly post_id: number | null
    readonly data: string
  }[]
  readonly webhooks: readonly { readonly id: number; readonly user_id: number; readonly events: readonly string[] }[]
  /** Posts with their own callback URL. */
  readonly callbacks: ReadonlySet<number>
  readonly deliveries: readonly DeliveryRow[]
}

export async function readTold({ read }: Database): Promise<ToldStore> {
  const webhooks = await read.selectFrom('webhooks').select(['id', 'user_id', 'events']).execute()
  const posts = await read.selectFrom('posts').select('id').where('webhook_url', 'is not', null).execute()
  const deliveries = await read.selectFrom('deliveries').selectAll().execute()
  return {
    events: await read.selectFrom('events').select(['id', 'user_id', 'name', 'post_id', 'data']).execute(),
    webhooks: webhooks.map((webhook) => ({ ...webhook, events: JSON.parse(webhook.events) })),
    callbacks: new Set(posts.map(({ id }) => id)),
    deliveries: deliveries.flatMap((row) => tryReadDelivery(row) ?? []),
  }
}

/** Attempts that are running, or were when their process ended. */
export const underWay = ({ read }: Database): Promise<BrokenOff[]> =>
  read.selectFrom('deliveries').select(['id', 'attempts', 'fence']).where('status', '=', 'delivering').execute()

export async function countTold({ read }: Database): Promise<{ ended: number; open: number }> {
  const { ended, open } = await read
    .selectFrom('deliveries')
    .select([
      sql<number>`coalesce(sum(case when due_at is null then 1 else 0 end), 0)`.as('ended'),
      sql<number>`coalesce(sum(case when due_at is null then 0 else 1 end), 0)`.as('open'),
    ])
    .executeTakeFirstOrThrow()
  return { ended: Number(ended), open: Number(open) }
}

/** Skips the waiting time before the next attempts, and the pauses of endpoints. */
export async function passTime(database: Database): Promise<void> {
  await database.step((tx) =>
    tx.updateTable('endpoints').set({ paused_until: 0 }).where('paused_until', '>', 0).execute(),
  )
  await database.step((tx) =>
    tx.updateTable('deliveries').set({ due_at: 0 }).where('status', '=', 'retrying').where('due_at', '>', 0).execute(),
  )
}
