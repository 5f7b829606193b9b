import { type AccountRow, isConnected } from '../../store/accounts/accounts.ts'
import type { Services } from '../context.ts'

/**
 * Revokes the access to accounts that are no longer connected. An account that another profile has too is left out: at
 * many platforms revoking one login ends all logins of the app to that account.
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
