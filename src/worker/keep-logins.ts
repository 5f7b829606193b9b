import type { Accounts } from '../accounts/accounts.ts'
import { listEndingAccounts } from '../store/accounts.ts'
import type { Database } from '../store/database.ts'
import { type Clock, day } from '../system/clock.ts'

/** Of logins that end when nobody renews them the longest last 60 days, and are renewed after 7. */
const lookedAt = 53 * day

/**
 * Speaks for accounts that nobody has published as for a while, so that their logins are renewed before they end: whoever
 * speaks for one renews what is due.
 */
export async function keepLogins(
  { database, accounts, clock }: { database: Database; accounts: Pick<Accounts, 'speak'>; clock: Clock },
  stopped: () => boolean,
): Promise<void> {
  for (const account of await listEndingAccounts(database.read, clock.now() + lookedAt)) {
    if (stopped()) return
    await accounts.speak(account, {}, async () => ({ type: 'nothing to say' }))
  }
}
