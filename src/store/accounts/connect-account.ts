import { sql } from 'kysely'
import { laneKey } from '../../domain/lane.ts'
import { wakeAccount } from '../analytics/measured-accounts.ts'
import { forgetComments } from '../comments/comments.ts'
import { watchPosts } from '../comments/watched-posts.ts'
import type { Transaction } from '../engine/database.ts'
import { firstWork } from '../engine/quiet.ts'
import { type AccountRow, findProfileAccount, type Remote } from './accounts.ts'

/** An account, as far as it is known when it is connected. */
export interface NewAccount
  extends Remote,
    Pick<
      AccountRow,
      | 'profile_id'
      | 'username'
      | 'display_name'
      | 'avatar_url'
      | 'profile_url'
      | 'account_type'
      | 'missing_permissions'
      | 'board_id'
      | 'page_id'
      | 'eligible'
      | 'expires_at'
      | 'renew_from'
      | 'data_access_ends_at'
      | 'connected_at'
    > {}

/**
 * Connects an account in a profile, and replaces the one that is there. The same account keeps its row, so that its waiting
 * jobs continue. `seal` seals its credentials for that row. Its followers are read in `readIn` milliseconds.
 */
export async function connectAccount(
  tx: Transaction,
  account: NewAccount,
  { seal, readIn }: { readonly seal: (id: number) => string; readonly readIn: number },
): Promise<void> {
  const row = {
    ...account,
    missing_permissions: JSON.stringify(account.missing_permissions),
    status: 'connected',
    reconnect_reason: null,
  }
  const before = await findProfileAccount(tx, account.profile_id, account.platform)
  const same = before?.remote_id === account.remote_id && before.environment === account.environment
  if (before && !same) await removeAccount(tx, before)
  const id = before && same ? before.id : await insertAccount(tx, row)
  await tx
    .updateTable('accounts')
    .set((e) => ({
      ...row,
      credentials: seal(id),
      credentials_version: e('credentials_version', '+', 1),
      refreshing_until: 0,
    }))
    .where('id', '=', id)
    .execute()
  const key = laneKey({ ...account, remoteId: account.remote_id })
  // Jobs of an account that was never connected here may have come with their database. None can be added to it until this
  // transaction ends: jobs are made for accounts that are connected.
  await tx
    .insertInto('lanes')
    .values({ key, due_at: firstWork(tx, 'jobs', sql`${key}`) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await wakeAccount(tx, { profile_id: account.profile_id, platform: account.platform, lane: key }, readIn)
  await watchPosts(tx, { profileId: account.profile_id, platform: account.platform })
}

async function insertAccount(
  tx: Transaction,
  row: Omit<NewAccount, 'missing_permissions'> & { missing_permissions: string; status: string },
): Promise<number> {
  const { id } = await tx.insertInto('accounts').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** The comments on its posts, which others wrote, go with it. */
export async function removeAccount(
  tx: Transaction,
  { id, profile_id, platform }: Pick<AccountRow, 'id' | 'profile_id' | 'platform'>,
): Promise<void> {
  await tx.deleteFrom('accounts').where('id', '=', id).execute()
  await forgetComments(tx, profile_id, platform)
}
