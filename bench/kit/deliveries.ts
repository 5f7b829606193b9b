import { sql } from 'kysely'
import { newWebhookSecret } from '../../src/crypto/webhook-signature.ts'
import { appendEvents } from '../../src/store/deliveries/events.ts'
import { insertWebhook } from '../../src/store/deliveries/webhooks.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { databaseNow } from '../../src/store/engine/kind.ts'
import { systemClock } from '../../src/system/clock.ts'
import type { InstanceData } from './instance-data.ts'
import { addUsers, openData } from './seed.ts'

/** Endpoints of one user: the maximum. */
export const endpointsEach = 20

/** The data of an event about a post on three platforms. */
export const data = {
  post_id: 48_211,
  batch_id: 'batch_0123456789abcdefghijklmn',
  profile_id: 'k3Jd82mPqL0x',
  platform: 'multiple',
  scheduled_at: '2026-11-02T09:00:00.000Z',
  status: 'completed',
  jobs: ['x', 'bluesky', 'threads'].map((platform, at) => ({
    platform,
    jobId: 48_212 + at,
    status: 'completed',
    platform_post_id: '1856299211239055360',
    platform_post_url: 'https://example.com/acme/status/1856299211239055360',
    error: null,
  })),
}

/** Adds an endpoint for each of these URLs; returns their users. */
export async function addEndpoints(data: InstanceData, urls: readonly string[]): Promise<number[]> {
  const users = await addUsers(data, Math.ceil(urls.length / endpointsEach), [])
  const { database, sealer, close } = await openData(data)
  await database
    .step(async (tx) => {
      for (const [at, url] of urls.entries()) {
        const userId = users[Math.floor(at / endpointsEach)]?.id ?? 0
        await insertWebhook(tx, { userId, url, events: ['*'], now: systemClock.now() }, newWebhookSecret(), sealer)
      }
    })
    .finally(close)
  return users.map(({ id }) => id)
}

const untilDue = 2_000 // milliseconds: time to read what was written

/**
 * Writes this number of events for each user, with their deliveries, in one transaction. They are due when it ends. With a
 * spread, they are due two seconds later, spread over so many milliseconds. Only that takes an update of each, which leaves
 * the indexes full of what is dead.
 */
export async function addDue(
  database: Database,
  users: readonly number[],
  { events, spread }: { events: number; spread: number },
): Promise<Due> {
  const after = await lastDelivery(database)
  return database.step(async (tx) => {
    for (const userId of users) {
      const written = Array.from({ length: events }, () => ({ name: 'post.published', data }))
      await appendEvents(tx, { userId, postId: null, now: systemClock.now() }, written)
    }
    if (spread > 0)
      await tx
        .updateTable('deliveries')
        // A prime, so that deliveries that are due together belong to endpoints that are far apart.
        .set({ due_at: sql<number>`${databaseNow(tx)} + ${sql.lit(untilDue)} + (id * 7919) % ${sql.lit(spread)}` })
        .where('id', '>', after)
        .execute()
    const due = await tx
      .selectFrom('deliveries')
      .select(['id', 'url', 'event_id', 'due_at'])
      .where('id', '>', after)
      .execute()
    return { after, deliveries: due.map(({ due_at, ...one }) => ({ ...one, dueAt: due_at ?? 0 })) }
  })
}

export interface Due {
  /** The ID before the first of them. */
  readonly after: number
  readonly deliveries: readonly { id: number; url: string; event_id: string; dueAt: number }[]
}

async function lastDelivery({ kysely }: Database): Promise<number> {
  const { last } = await kysely
    .selectFrom('deliveries')
    .select((e) => e.fn.coalesce(e.fn.max('id'), e.lit(0)).as('last'))
    .executeTakeFirstOrThrow()
  return Number(last)
}

const glance = 250 // milliseconds
const patience = 60_000

/**
 * Waits until this number of deliveries have ended; returns the milliseconds since the first claim. It comes up to a second
 * after they were written, because a worker is not told what another process writes.
 */
export async function untilEnded(database: Database, due: Due, count: number): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const { ended, time } = (await isNear(database, due, count)) ? await endedOf(database, due) : { ended: 0, time: 0 }
    if (ended >= count) return time
    if (performance.now() - begun > patience) throw new Error(`Of ${count} deliveries, only ${ended} have ended.`)
    await new Promise((resolve) => setTimeout(resolve, glance))
  }
}

/** Whether so few are open that the count may be reached. It reads no more than these: counting all slows what is measured. */
async function isNear({ read }: Database, { after, deliveries }: Due, count: number): Promise<boolean> {
  const few = deliveries.length - count
  const open = await read
    .selectFrom('deliveries')
    .select('id')
    .where('id', '>', after)
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(few + 1)
    .execute()
  return open.length <= few
}

async function endedOf({ read }: Database, { after }: Due): Promise<{ ended: number; time: number }> {
  const { ended, first, last } = await read
    .selectFrom('deliveries')
    .select((e) => [
      e.fn.countAll<number>().as('ended'),
      e.fn.min('started_at').as('first'),
      e.fn.max('delivered_at').as('last'),
    ])
    .where('id', '>', after)
    .where('status', '=', 'delivered')
    .executeTakeFirstOrThrow()
  return { ended: Number(ended), time: Number(last) - Number(first) }
}
