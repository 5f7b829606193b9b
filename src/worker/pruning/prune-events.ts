import { day } from '../../domain/time.ts'
import type { Database } from '../../store/engine/database.ts'
import { pruneEvents as removeOld } from '../../store/events.ts'
import type { Clock } from '../../system/clock.ts'

const batch = 500
const keptFor = 90 * day

/** Removes old events of which no delivery tells any more, in small steps that no accepted post has to wait for. */
export async function pruneEvents(
  { database, clock }: { database: Database; clock: Clock },
  stopped: () => boolean,
): Promise<void> {
  const before = clock.now() - keptFor
  let after: number | null = 0
  while (after !== null && !stopped()) {
    const from: number = after
    after = await database.step((tx) => removeOld(tx, { after: from, before, limit: batch }))
  }
}
