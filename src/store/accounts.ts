import type { Selectable } from 'kysely'
import { z } from 'zod'
import { laneKey } from '../domain/lane.ts'
import { forgetComments } from './comments.ts'
import type { Reader, Transaction } from './engine/database.ts'
import { fixed, type ValueOf } from './engine/fixed.ts'
import { databaseNow, isPostgres } from './engine/kind.ts'
import { listed, numbersIn, textOf } from './engine/listed.ts'
import { flag, storedJson } from './engine/stored.ts'
import { shared } from './engine/together.ts'
import { wakeAccount } from './measured-accounts.ts'
import type { Tables } from './tables.ts'
import { watchPosts } from './watched-posts.ts'

const stored = z.object({
  environment: z.enum(['live', 'sandbox']),
  status: z.enum(['connected', 'needs_reconnect']),
  missing_permissions: storedJson(z.array(z.string())),
})

/** A platform account that is connected in a profile. */
export type AccountRow = Omit<Selectable<Tables['accounts']>, keyof z.output<typeof stored>> & z.output<typeof stored>

export type Environment = AccountRow['environment']

export const readAccount = (row: Selectable<Tables['accounts']>): AccountRow => ({ ...row, ...stored.parse(row) })

/** What live accounts of a platform lack, over all users. */
export async function listMissingPermissions(db: Reader, platform: string): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('missing_permissions')
    .distinct()
    .where('platform', '=', platform)
    .where('environment', '=', 'live')
    .execute()
  return [...new Set(rows.flatMap((row) => stored.shape.missing_permissions.parse(row.missing_permissions)))].sort()
}

/** How many real accounts of a platform are connected, over all users. */
export async function countLiveAccounts(db: Reader, platform: string): Promise<number> {
  const { count } = await db
    .selectFrom('accounts')
    .innerJoin('profiles', 'profiles.id', 'accounts.profile_id')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('accounts.platform', '=', platform)
    .where('accounts.environment', '=', 'live')
    .where('profiles.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** The accounts of all of a user's profiles. */
export const listAccounts: (db: Reader, userId: number) => Promise<readonly AccountRow[]> = shared(
  async (db, userIds) => {
    const ofUsers = Map.groupBy(await accountsOf(db, { userIds: [...new Set(userIds)] }), ({ user_id }) => user_id)
    const read = new Map([...ofUsers].map(([id, rows]) => [id, rows.map(readAccount)]))
    return userIds.map((id) => read.get(id) ?? [])
  },
)

const accountsOf = fixed((db: Reader, value: ValueOf<{ userIds: readonly number[] }>) =>
  db
    .selectFrom('accounts')
    .innerJoin('profiles', 'profiles.id', 'accounts.profile_id')
    .selectAll('accounts')
    .select('profiles.user_id')
    .where('profiles.user_id', 'in', numbersIn(db, value('userIds')))
    .where('profiles.deleted_at', 'is', null)
    .orderBy('accounts.id')
    .compile(),
)

export const listProfileAccounts = async (db: Reader, profileId: string): Promise<AccountRow[]> =>
  (await accountsIn(db, { profileId })).map(readAccount)

const accountsIn = fixed((db: Reader, value: ValueOf<{ profileId: string }>) =>
  db.selectFrom('accounts').selectAll().where('profile_id', '=', value('profileId')).orderBy('id').compile(),
)

/** The same; on PostgreSQL nobody can remove them until the transaction ends. The profile is locked first, as everywhere. */
export const lockProfileAccounts = async (tx: Transaction, profileId: string): Promise<AccountRow[]> =>
  (await lockedIn(tx, { profileId })).map(readAccount)

const lockedIn = fixed((tx: Transaction, value: ValueOf<{ profileId: string }>) =>
  tx
    .selectFrom('profiles')
    .innerJoin('accounts', 'accounts.profile_id', 'profiles.id')
    .selectAll('accounts')
    .where('profiles.id', '=', value('profileId'))
    .orderBy('accounts.id')
    .$if(isPostgres(tx), (query) => query.forKeyShare())
    .compile(),
)

export const findAccount: (db: Reader, id: number) => Promise<AccountRow | undefined> = shared(async (db, ids) => {
  const found = new Map((await accountsWith(db, { ids })).map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = found.get(id)
    return row && readAccount(row)
  })
})

const accountsWith = fixed((db: Reader, value: ValueOf<{ ids: readonly number[] }>) =>
  db
    .selectFrom('accounts')
    .selectAll()
    .where('id', 'in', numbersIn(db, value('ids')))
    .compile(),
)

export async function findProfileAccount(
  db: Reader,
  profileId: string,
  platform: string,
): Promise<AccountRow | undefined> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('profile_id', '=', profileId)
    .where('platform', '=', platform)
    .executeTakeFirst()
  return row && readAccount(row)
}

/** The accounts that are connected in some profiles. */
export async function listAccountsAt(
  db: Reader,
  places: readonly Pick<AccountRow, 'profile_id' | 'platform'>[],
): Promise<AccountRow[]> {
  const rows = await accountsAt(db, { places: places.map(({ profile_id, platform }) => ({ profile_id, platform })) })
  return rows.map(readAccount)
}

const accountsAt = fixed((db: Reader, value: ValueOf<{ readonly places: readonly object[] }>) =>
  db
    .selectFrom('accounts')
    .innerJoin(listed(db, value('places')), (join) =>
      join.on('accounts.profile_id', '=', textOf('profile_id')).on('accounts.platform', '=', textOf('platform')),
    )
    .selectAll('accounts')
    .compile(),
)

type Remote = Pick<AccountRow, 'environment' | 'platform' | 'remote_id'>

/** Whether this account is connected in any profile of any user. */
export async function isConnected(db: Reader, { environment, platform, remote_id }: Remote): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('environment', '=', environment)
    .where('platform', '=', platform)
    .where('remote_id', '=', remote_id)
    .executeTakeFirst()
  return row !== undefined
}

/** What is known about an account when it is connected. */
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
  await tx
    .insertInto('lanes')
    .values({ key })
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

/** False if other new credentials were stored first. */
export async function storeRenewal(
  tx: Transaction,
  version: Version,
  renewed: Pick<NewAccount, 'expires_at' | 'renew_from'> & { credentials: string },
): Promise<boolean> {
  const { numUpdatedRows } = await unchanged(tx, version)
    .set((e) => ({ ...renewed, credentials_version: e('credentials_version', '+', 1), refreshing_until: 0 }))
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

/** Whether the platform allows the account more than its standard limits, by its latest answer. */
export async function setEligible(tx: Transaction, id: number, eligible: boolean): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ eligible: flag(eligible) })
    .where('id', '=', id)
    .execute()
}
