import { day } from '../../domain/time.ts'
import type { Database } from '../../store/engine/database.ts'
import { placeChanges, pruneChanges } from '../../store/status-log.ts'
import type { Clock } from '../../system/clock.ts'

const batch = 1_000
/** For so long a stream can be resumed. */
const keptFor = day

/** Removes old status changes, in small steps; those that nobody has looked at yet get their place all the same. */
export async function pruneStatusLog(
  { database, clock }: { database: Database; clock: Clock },
  stopped: () => boolean,
): Promise<void> {
  while (!stopped() && (await database.step((tx) => placeChanges(tx, batch))) === batch);
  const before = clock.now() - keptFor
  while (!stopped() && (await database.step((tx) => pruneChanges(tx, before, batch))) === batch);
}
