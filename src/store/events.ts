import type { Selectable } from 'kysely'
import type { NewEvent } from '../domain/post-events.ts'
import { uuid7 } from '../system/random.ts'
import { addDeliveries } from './deliveries.ts'
import type { Reader, Transaction } from './engine/database.ts'
import type { Tables } from './tables.ts'

interface Subject {
  readonly userId: number
  /** Null if the event is not about a post. */
  readonly postId: number | null
  readonly now: number
}

/**
 * Writes events and their deliveries, in the transaction of the change that they report, so that they exist together or
 * not at all.
 */
export async function appendEvents(tx: Transaction, subject: Subject, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0) await addDeliveries(tx, await insertEvents(tx, subject, events))
}

/** Writes events without deliveries; returns their IDs. */
export async function insertEvents(
  tx: Transaction,
  { userId, postId, now }: Subject,
  events: readonly NewEvent[],
): Promise<readonly string[]> {
  const rows = events.map(({ name, data }) => ({
    id: uuid7(now),
    user_id: userId,
    name,
    post_id: postId,
    data: JSON.stringify(data),
    created_at: now,
  }))
  await tx.insertInto('events').values(rows).execute()
  return rows.map(({ id }) => id)
}

/** A user's events before a number, the newest first. */
export const listEvents = (
  db: Reader,
  userId: number,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<Selectable<Tables['events']>[]> =>
  db
    .selectFrom('events')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(before !== undefined, (query) => query.where('seq', '<', before ?? 0))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()

/**
 * Looks at the `limit` oldest events after a number, and removes those from before then that have no delivery. Returns the
 * number to continue after; null if all later events are younger.
 */
export async function pruneEvents(
  tx: Transaction,
  { after, before, limit }: { after: number; before: number; limit: number },
): Promise<number | null> {
  const oldest = await tx
    .selectFrom('events')
    .select(['seq', 'created_at'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
  const last = oldest.at(-1)
  if (last === undefined) return null
  await tx
    .deleteFrom('events')
    .where('seq', '>', after)
    .where('seq', '<=', last.seq)
    .where('created_at', '<', before)
    .where((e) =>
      e.not(
        e.exists(e.selectFrom('deliveries').select('deliveries.id').whereRef('deliveries.event_id', '=', 'events.id')),
      ),
    )
    .execute()
  return oldest.length === limit && last.created_at < before ? last.seq : null
}
