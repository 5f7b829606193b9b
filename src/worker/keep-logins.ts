import type { Accounts } from '../accounts/accounts.ts'
import { listRenewable } from '../store/accounts.ts'
import type { Database } from '../store/engine/database.ts'
import type { Clock } from '../system/clock.ts'
import type { Log } from '../system/log.ts'

/**
 * Renews logins of accounts that were not used for a while, before they end. Any use of an account renews its login if
 * that is due.
 */
export async function keepLogins(
  { database, accounts, clock, log }: { database: Database; accounts: Pick<Accounts, 'speak'>; clock: Clock; log: Log },
  stopped: () => boolean,
): Promise<void> {
  for (const account of await listRenewable(database.read, clock.now())) {
    if (stopped()) return
    await accounts
      .speak(account, {}, async () => ({ type: 'nothing to say' }))
      .catch((err) => log.error({ err, account: account.id }, 'a login could not be renewed'))
  }
}
