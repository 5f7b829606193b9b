import { type AccountRow, isConnected } from '../../store/accounts.ts'
import type { Services } from '../context.ts'

/**
 * Ends the access of accounts that are no longer connected, at their platforms. Where another profile has the same
 * account, it is left: at many platforms the end of one login is the end of all that the app has of the account.
 */
export async function revokeUnused(
  { database, accounts }: Pick<Services, 'database' | 'accounts'>,
  removed: readonly AccountRow[],
): Promise<void> {
  await Promise.all(
    removed.map(async (account) => {
      if (!(await isConnected(database.read, account))) await accounts.revoke(account)
    }),
  )
}
