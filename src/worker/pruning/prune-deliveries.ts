import { day } from '../../domain/time.ts'
import { pruneDeliveries as removeEnded } from '../../store/deliveries.ts'
import type { Database } from '../../store/engine/database.ts'
import { pruneWebhooks } from '../../store/webhooks.ts'
import type { Clock } from '../../system/clock.ts'

const batch = 500
/** So long one can still read how deliveries went, also those of a webhook that was deleted. */
const readableFor = 90 * day

/** Removes old deliveries, and then deleted webhooks that have none left, in small transactions. */
export async function pruneDeliveries(
  { database, clock }: { database: Database; clock: Clock },
  stopped: () => boolean,
): Promise<void> {
  const before = clock.now() - readableFor
  let after: number | null = 0
  while (after !== null && !stopped()) after = await removeBatch(database, before, after)

  let removed: number
  do removed = await database.step((tx) => pruneWebhooks(tx, before, batch))
  while (removed === batch && !stopped())
}

const removeBatch = (database: Database, before: number, after: number): Promise<number | null> =>
  database.step((tx) => removeEnded(tx, { before, after, limit: batch }))
