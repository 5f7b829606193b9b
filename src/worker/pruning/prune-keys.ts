import type { Database } from '../../store/engine/database.ts'
import { pruneKeys as removeExpired } from '../../store/idempotency.ts'
import type { Clock } from '../../system/clock.ts'

const batch = 500

/** Removes expired idempotency keys, in small transactions. */
export async function pruneKeys(
  { database, clock }: { database: Database; clock: Clock },
  stopped: () => boolean,
): Promise<void> {
  let removed: number
  do removed = await database.transaction((tx) => removeExpired(tx, clock.now(), batch))
  while (removed === batch && !stopped())
}
