import type { Reader, Transaction } from '../engine/database.ts'
import { databaseNow } from '../engine/kind.ts'
import { type AccountRow, readAccount } from './accounts.ts'
import type { NewAccount } from './connect-account.ts'

/** The version of credentials that were read. Every change makes a new version. */
type Version = Pick<AccountRow, 'id' | 'credentials_version'>

/** Leases the renewal of credentials. Undefined if another process is renewing them, or has renewed them. */
export async function takeRenewal(
  tx: Transaction,
  { id, credentials_version }: Version,
  milliseconds: number,
): Promise<AccountRow | undefined> {
  const now = databaseNow(tx)
  const row = await tx
    .updateTable('accounts')
    .set((e) => ({ refreshing_until: e(now, '+', milliseconds) }))
    .where('id', '=', id)
    .where('credentials_version', '=', credentials_version)
    .where('status', '=', 'connected')
    .where('refreshing_until', '<=', now)
    .returningAll()
    .executeTakeFirst()
  return row && readAccount(row)
}

/** Whether a process is renewing the credentials of the account now. */
export async function isRenewing(db: Reader, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('refreshing_until', '>', databaseNow(db))
    .executeTakeFirst()
  return row !== undefined
}

const unchanged = (tx: Transaction, { id, credentials_version }: Version) =>
  tx.updateTable('accounts').where('id', '=', id).where('credentials_version', '=', credentials_version)

/**
 * False if other new credentials were stored first. A worker that took over before these could be stored has used the old
 * refresh token, and was refused. That says nothing about the new ones.
 */
export async function storeRenewal(
  tx: Transaction,
  version: Version,
  renewed: Pick<NewAccount, 'expires_at' | 'renew_from'> & { credentials: string },
): Promise<boolean> {
  const { numUpdatedRows } = await unchanged(tx, version)
    .set((e) => ({
      ...renewed,
      credentials_version: e('credentials_version', '+', 1),
      refreshing_until: 0,
      status: 'connected',
      reconnect_reason: null,
    }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const endRenewal = async (tx: Transaction, version: Version): Promise<void> => {
  await unchanged(tx, version).set({ refreshing_until: 0 }).execute()
}

/** Only a new login by a person helps. False if there was one in the meantime. */
export async function markNeedsReconnect(tx: Transaction, version: Version, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await unchanged(tx, version)
    .set({ status: 'needs_reconnect', reconnect_reason: reason, refreshing_until: 0 })
    .where('status', '=', 'connected')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Connected accounts whose login is due for renewal, even if nobody uses them: up to `limit` after an ID. */
export async function listRenewable(
  db: Reader,
  now: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<AccountRow[]> {
  const rows = await db
    .selectFrom('accounts')
    .selectAll()
    .where('status', '=', 'connected')
    .where('renew_from', '<=', now)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(readAccount)
}
