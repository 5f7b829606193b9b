import { day } from '../../domain/time.ts'
import { forgetSecrets, pruneConnections as removeOld } from '../../store/connections.ts'
import type { Database } from '../../store/engine/database.ts'
import type { Clock } from '../../system/clock.ts'

const batch = 500
/** So long one can still read how connecting went. */
const readableFor = 7 * day

/** Removes old attempts to connect an account, in small transactions. */
export async function pruneConnections(
  { database, clock }: { database: Database; clock: Clock },
  stopped: () => boolean,
): Promise<void> {
  await database.transaction((tx) => forgetSecrets(tx, clock.now()))
  let removed: number
  do removed = await database.transaction((tx) => removeOld(tx, clock.now() - readableFor, batch))
  while (removed === batch && !stopped())
}
