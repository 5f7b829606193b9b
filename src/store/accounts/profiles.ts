import { type CompiledQuery, type Selectable, sql } from 'kysely'
import { endAutoReplies } from '../comments/auto-replies.ts'
import { forgetComments } from '../comments/comments.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import { DatabaseBusy } from '../engine/database-busy.ts'
import { fixed, type ValueOf } from '../engine/fixed.ts'
import { isPostgres } from '../engine/kind.ts'
import { numbersIn, textsIn } from '../engine/listed.ts'
import { shared } from '../engine/together.ts'
import { deleteDatesOf } from '../posts/dates.ts'
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

/** Two files: the upload that was chosen as the picture of a profile, and the small picture of it. */
export interface ProfilePicture {
  readonly picture_key: string | null
  readonly picture_file: string | null
  readonly small_key: string | null
  readonly small_file: string | null
}

/** A profile as lists show it. */
export interface ListedProfile
  extends Pick<ProfileRow, 'id' | 'name' | 'color' | 'created_at' | 'updated_at'>,
    ProfilePicture {
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
    const { of_profile: id, name, color, of_profile_created: created_at, of_profile_updated: updated_at } = row
    const { picture_key, picture_file, small_key, small_file } = row
    const picture = { picture_key, picture_file, small_key, small_file }
    const profile = profiles.get(id) ?? { id, name, color, created_at, updated_at, ...picture, accounts: [] }
    profiles.set(id, profile)
    if (hasAccount(row)) profile.accounts.push(readAccount(row))
  }
  return [...profiles.values()]
}

const profilesAndAccounts = fixed((db: Reader, value: ValueOf<{ userIds: readonly number[] }>) =>
  withPictures(db)
    .where('profiles.user_id', 'in', numbersIn(db, value('userIds')))
    .compile(),
)

/** The same for one profile. */
export async function findListedProfile(db: Reader, userId: number, id: string): Promise<ListedProfile | undefined> {
  const rows = await withPictures(db).where('profiles.user_id', '=', userId).where('profiles.id', '=', id).execute()
  return withAccounts(rows)[0]
}

const withPictures = (db: Reader) =>
  db
    .selectFrom('profiles')
    .leftJoin('accounts', 'accounts.profile_id', 'profiles.id')
    .leftJoin('media as chosen', (join) =>
      join.onRef('chosen.key', '=', 'profiles.picture').on('chosen.state', '=', sql.lit('ready')),
    )
    .leftJoin('media as small', 'small.key', 'chosen.small')
    .selectAll('accounts')
    .select(['profiles.id as of_profile', 'profiles.user_id', 'profiles.name', 'profiles.color'])
    .select(['profiles.created_at as of_profile_created', 'profiles.updated_at as of_profile_updated'])
    .select(['chosen.key as picture_key', 'chosen.file as picture_file'])
    .select(['small.key as small_key', 'small.file as small_file'])
    .where('profiles.deleted_at', 'is', null)
    .orderBy('profiles.created_at')
    .orderBy('profiles.id')
    .orderBy('accounts.id')

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

/** How many of these profiles the user has. */
export async function countProfiles(db: Reader, userId: number, ids: readonly string[]): Promise<number> {
  const { count } = await live(db, userId)
    .clearSelect()
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('id', 'in', textsIn(db, ids))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The same as `findProfile`, for who stores something in it: on PostgreSQL nobody can delete it until the transaction ends. */
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

/**
 * Another transaction has taken the name since this one looked: it runs again, and sees it. PostgreSQL finds that by itself only
 * if the look used the same index.
 */
function runAgainIfTaken(error: unknown): never {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'profiles_name')
    throw new DatabaseBusy('A profile was named so at the same time.', { cause: error })
  throw error
}

export const insertProfile = async (
  tx: Transaction,
  row: { id: string; user_id: number; name: string; now: number },
): Promise<void> => {
  const { now, ...rest } = row
  await tx
    .insertInto('profiles')
    .values({ ...rest, folded_name: foldName(row.name), created_at: now, updated_at: now, deleted_at: null })
    .execute()
    .catch(runAgainIfTaken)
}

export const updateProfile = async (
  tx: Transaction,
  id: string,
  { name, now, ...looks }: Pick<ProfileRow, 'name'> & Partial<Pick<ProfileRow, 'picture' | 'color'>> & { now: number },
): Promise<void> => {
  await tx
    .updateTable('profiles')
    .set({ name, folded_name: foldName(name), ...looks, updated_at: now })
    .where('id', '=', id)
    .execute()
    .catch(runAgainIfTaken)
}

/** Who deletes a file, takes it from the profiles that show it. */
export const forgetPicture = async (tx: Transaction, key: string): Promise<void> => {
  await tx.updateTable('profiles').set({ picture: null }).where('picture', '=', key).execute()
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
  await deleteDatesOf(tx, id)
  await tx.updateTable('profiles').set({ deleted_at: now, updated_at: now }).where('id', '=', id).execute()
  return removed.map(readAccount)
}
