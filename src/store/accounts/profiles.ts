import type { CompiledQuery, Selectable } from 'kysely'
import { endAutoReplies } from '../comments/auto-replies.ts'
import { forgetComments } from '../comments/comments.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import { fixed, type ValueOf } from '../engine/fixed.ts'
import { isPostgres } from '../engine/kind.ts'
import { numbersIn } from '../engine/listed.ts'
import { shared } from '../engine/together.ts'
import { deleteDraftsOf } from '../posts/drafts.ts'
import { deletePlan } from '../posts/slots.ts'
import type { Tables } from '../tables.ts'
import { type AccountRow, readAccount } from './accounts.ts'

export type ProfileRow = Selectable<Tables['profiles']>

const live = (db: Reader, userId: number) =>
  db.selectFrom('profiles').selectAll().where('user_id', '=', userId).where('deleted_at', 'is', null)

/** The user's profiles, oldest first. */
export const listProfiles = fixed(
  (db: Reader, value: ValueOf<{ userId: number }>): CompiledQuery<ProfileRow> =>
    live(db, value('userId')).orderBy('created_at').orderBy('id').compile(),
)

/** A profile as lists show it. */
export interface ListedProfile extends Pick<ProfileRow, 'id' | 'name' | 'created_at' | 'updated_at'> {
  readonly accounts: readonly AccountRow[]
}

/** The same with their connected accounts, by one statement: they are read often, and each round trip costs time. */
export const listProfilesWithAccounts: (db: Reader, userId: number) => Promise<readonly ListedProfile[]> = shared(
  async (db, userIds) => {
    const ofUsers = Map.groupBy(await profilesAndAccounts(db, { userIds: [...new Set(userIds)] }), ofUser)
    const listed = new Map([...ofUsers].map(([userId, rows]) => [userId, withAccounts(rows)]))
    return userIds.map((userId) => listed.get(userId) ?? [])
  },
)

type ProfileAndAccount = Awaited<ReturnType<typeof profilesAndAccounts>>[number]

const ofUser = ({ user_id }: ProfileAndAccount): number => user_id

function withAccounts(rows: readonly ProfileAndAccount[]): readonly ListedProfile[] {
  const profiles = new Map<string, ListedProfile & { readonly accounts: AccountRow[] }>()
  for (const row of rows) {
    const { of_profile: id, name, created_at, updated_at } = row
    const profile = profiles.get(id) ?? { id, name, created_at, updated_at, accounts: [] }
    profiles.set(id, profile)
    if (hasAccount(row)) profile.accounts.push(readAccount(row))
  }
  return [...profiles.values()]
}

const profilesAndAccounts = fixed((db: Reader, value: ValueOf<{ userIds: readonly number[] }>) =>
  db
    .selectFrom('profiles')
    .leftJoin('accounts', 'accounts.profile_id', 'profiles.id')
    .selectAll('accounts')
    .select(['profiles.id as of_profile', 'profiles.user_id', 'profiles.name'])
    .select(['profiles.created_at', 'profiles.updated_at'])
    .where('profiles.user_id', 'in', numbersIn(db, value('userIds')))
    .where('profiles.deleted_at', 'is', null)
    .orderBy('profiles.created_at')
    .orderBy('profiles.id')
    .orderBy('accounts.id')
    .compile(),
)

/** A profile without accounts has one row, in which everything about an account is null. */
const hasAccount = <Row extends { readonly id: number | null }>(
  row: Row,
): row is Row & Selectable<Tables['accounts']> => row.id !== null

export async function findProfile(db: Reader, userId: number, id: string): Promise<ProfileRow | undefined> {
  const [row] = await profileOf(db, { userId, id })
  return row
}

const profileOf = fixed((db: Reader, value: ValueOf<{ userId: number; id: string }>) =>
  live(db, value('userId')).where('id', '=', value('id')).compile(),
)

/** The same, for who stores something in it: on PostgreSQL nobody can delete it until the transaction ends. */
export async function lockProfile(tx: Transaction, userId: number, id: string): Promise<ProfileRow | undefined> {
  return live(tx, userId)
    .where('id', '=', id)
    .$if(isPostgres(tx), (query) => query.forKeyShare())
    .executeTakeFirst()
}

/** The same, for who deletes it: waits for all that store something in it, and then holds up the next ones. */
export const lockProfileAlone = (tx: Transaction, userId: number, id: string): Promise<ProfileRow | undefined> =>
  live(tx, userId)
    .where('id', '=', id)
    .$if(isPostgres(tx), (query) => query.forUpdate())
    .executeTakeFirst()

/** Names are unique per user. Case and Unicode composition make no difference. */
export const foldName = (name: string): string => name.normalize('NFKC').toLowerCase()

export const insertProfile = async (
  tx: Transaction,
  row: { id: string; user_id: number; name: string; now: number },
): Promise<void> => {
  const { now, ...rest } = row
  await tx
    .insertInto('profiles')
    .values({ ...rest, folded_name: foldName(row.name), created_at: now, updated_at: now, deleted_at: null })
    .execute()
}

export const renameProfile = async (tx: Transaction, id: string, name: string, now: number): Promise<void> => {
  await tx
    .updateTable('profiles')
    .set({ name, folded_name: foldName(name), updated_at: now })
    .where('id', '=', id)
    .execute()
}

/**
 * The profile disappears from every list, and its accounts and drafts are deleted. Its row stays, because the history refers to it.
 * Returns the accounts.
 */
export async function deleteProfile(tx: Transaction, id: string, now: number): Promise<readonly AccountRow[]> {
  const removed = await tx.deleteFrom('accounts').where('profile_id', '=', id).returningAll().execute()
  await forgetComments(tx, id)
  await endAutoReplies(tx, id)
  await deleteDraftsOf(tx, id)
  await deletePlan(tx, id)
  await tx.updateTable('profiles').set({ deleted_at: now, updated_at: now }).where('id', '=', id).execute()
  return removed.map(readAccount)
}
