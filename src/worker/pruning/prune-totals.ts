import { hour } from '../../domain/time.ts'
import type { Database } from '../../store/engine/database.ts'
import { pastKeptFor, prunePastTotals } from '../../store/post-totals.ts'
import type { Clock } from '../../system/clock.ts'

const batch = 1_000
/** A page whose time has not quite run out is still read to its end, and clocks differ. */
const grace = hour

/** Removes what the totals of groups were so long ago that nobody can ask for it any more, in small steps. */
export async function pruneTotals(
  { database, clock }: { database: Database; clock: Clock },
  stopped: () => boolean,
): Promise<void> {
  const before = clock.now() - pastKeptFor - grace
  while (!stopped() && (await database.step((tx) => prunePastTotals(tx, before, batch))) === batch);
}
