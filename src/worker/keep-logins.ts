import type { Accounts } from '../accounts/accounts.ts'
import type { AccountRow } from '../store/accounts/accounts.ts'
import { listRenewable } from '../store/accounts/renewals.ts'
import type { Database } from '../store/engine/database.ts'
import type { Clock } from '../system/clock.ts'
import type { Log } from '../system/log.ts'

const batch = 100

/**
 * Renews logins of accounts that were not used for a while, before they end. Any use of an account renews its login if
 * that is due. Returns how many were due.
 */
export async function keepLogins(
  {
    database,
    accounts,
    clock,
    log,
  }: { database: Database; accounts: Pick<Accounts, 'callAs'>; clock: Clock; log: Log },
  stopped: () => boolean,
): Promise<number> {
  const now = clock.now()
  let page: readonly AccountRow[]
  let after = 0
  let count = 0
  do {
    page = await listRenewable(database.read, now, { after, limit: batch })
    for (const account of page) {
      if (stopped()) return count
      after = account.id
      count += 1
      await accounts
        .callAs(account, { operation: 'renew' }, async () => ({ type: 'nothing to say' }))
        .catch((err) => log.error({ err, account: account.id }, 'a login could not be renewed'))
    }
  } while (page.length === batch)
  return count
}
