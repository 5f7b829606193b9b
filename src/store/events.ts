import type { NewEvent } from '../domain/post-events.ts'
import { uuid7 } from '../system/random.ts'
import type { Transaction } from './database.ts'

/** Writes what happened in the transaction in which it happened, so that neither is without the other. */
export async function appendEvents(
  tx: Transaction,
  { userId, postId, now }: { userId: number; postId: number; now: number },
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return
  await tx
    .insertInto('events')
    .values(
      events.map(({ name, data }) => ({
        id: uuid7(now),
        user_id: userId,
        name,
        post_id: postId,
        data: JSON.stringify(data),
        created_at: now,
      })),
    )
    .execute()
}
