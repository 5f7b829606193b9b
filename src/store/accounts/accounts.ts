import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Reader, Transaction } from '../engine/database.ts'
import { fixed, type ValueOf } from '../engine/fixed.ts'
import { isPostgres } from '../engine/kind.ts'
import { listed, numbersIn, textOf } from '../engine/listed.ts'
import { flag, storedJson } from '../engine/stored.ts'
import { shared } from '../engine/together.ts'
import type { Tables } from '../tables.ts'

const stored = z.object({
  environment: z.enum(['live', 'sandbox']),
  status: z.enum(['connected', 'needs_reconnect']),
  missing_permissions: storedJson(z.array(z.string())),
})

/** A platform account that is connected in a profile. */
export type AccountRow = Omit<Selectable<Tables['accounts']>, keyof z.output<typeof stored>> & z.output<typeof stored>

export type Environment = AccountRow['environment']

export const readAccount = (row: Selectable<Tables['accounts']>): AccountRow => ({ ...row, ...stored.parse(row) })

/** Undefined if this version cannot read it. */
export function tryReadAccount(row: Selectable<Tables['accounts']>): AccountRow | undefined {
  const { data } = stored.safeParse(row)
  return data && { ...row, ...data }
}

/** The permissions that live accounts of a platform lack, over all users. */
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

/** The accounts that are connected in some profiles: `pairs` are pairs of a profile and a platform. */
export const accountsAt = fixed((db: Reader, value: ValueOf<{ readonly pairs: readonly object[] }>) =>
  db
    .selectFrom('accounts')
    .innerJoin(listed(db, value('pairs')), (join) =>
      join.on('accounts.profile_id', '=', textOf('profile_id')).on('accounts.platform', '=', textOf('platform')),
    )
    .selectAll('accounts')
    .compile(),
)

export type Remote = Pick<AccountRow, 'environment' | 'platform' | 'remote_id'>

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

/** Whether the platform allows the account more than its standard limits, by its latest answer. */
export async function setEligible(tx: Transaction, id: number, eligible: boolean): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ eligible: flag(eligible) })
    .where('id', '=', id)
    .execute()
}
