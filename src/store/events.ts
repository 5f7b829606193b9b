import type { NewEvent } from '../domain/post-events.ts'
import { uuid7 } from '../system/random.ts'
import type { Transaction } from './database.ts'
import { addDeliveries } from './deliveries.ts'

/**
 * Writes what happened, and to whom it is to be told, in the transaction in which it happened: none of it is without the
 * other.
 */
export async function appendEvents(
  tx: Transaction,
  { userId, postId, now }: { userId: number; postId: number; now: number },
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ name, data }) => ({
    id: uuid7(now),
    user_id: userId,
    name,
    post_id: postId,
    data: JSON.stringify(data),
    created_at: now,
  }))
  await tx.insertInto('events').values(rows).execute()
  await addDeliveries(
    tx,
    rows.map(({ id }) => id),
  )
}
