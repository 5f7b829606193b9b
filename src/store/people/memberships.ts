import type { Insertable } from 'kysely'
import type { Role } from '../../domain/roles.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import type { Tables } from '../tables.ts'

/** A person as a member of a user. */
const members = (db: Reader) =>
  db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select((e) => [
      'people.id',
      'people.email',
      'people.name',
      'people.disabled_at as person_disabled_at',
      'people.totp_confirmed_at',
      'memberships.user_id',
      'memberships.role',
      'memberships.disabled_at',
      'memberships.created_at',
      'users.email as user_email',
      e
        .selectFrom('sessions')
        .whereRef('sessions.person_id', '=', 'people.id')
        .select((f) => f.fn.max<number | null>('sessions.seen_at').as('at'))
        .as('seen_at'),
    ])

/** The people of a user, oldest first. */
export const listMembers = (db: Reader, userId: number) =>
  members(db).where('memberships.user_id', '=', userId).orderBy('memberships.created_at').orderBy('people.id').execute()

export type Member = Awaited<ReturnType<typeof listMembers>>[number]

export const findMember = (db: Reader, userId: number, personId: number): Promise<Member | undefined> =>
  members(db).where('memberships.user_id', '=', userId).where('memberships.person_id', '=', personId).executeTakeFirst()

/** Where a person can sign in, the oldest user first. */
export const listMemberships = (db: Reader, personId: number): Promise<Member[]> =>
  members(db)
    .where('memberships.person_id', '=', personId)
    .where('memberships.disabled_at', 'is', null)
    .where('people.disabled_at', 'is', null)
    .orderBy('memberships.user_id')
    .execute()

/** Owners who can sign in. */
export const listOwners = (db: Reader, userId: number): Promise<Member[]> =>
  members(db)
    .where('memberships.user_id', '=', userId)
    .where('memberships.role', '=', 'owner')
    .where('memberships.disabled_at', 'is', null)
    .where('people.disabled_at', 'is', null)
    .orderBy('memberships.created_at')
    .execute()

/** Whether the first user has never had an owner. Disabled owners are owners. */
export async function isSetupOpen(db: Reader): Promise<boolean> {
  const owner = await db
    .selectFrom('memberships')
    .select('person_id')
    .where('role', '=', 'owner')
    .where('user_id', '=', (e) => e.selectFrom('users').select((f) => f.fn.min<number>('id').as('id')))
    .limit(1)
    .executeTakeFirst()
  return owner === undefined
}

export const insertMembership = async (
  tx: Transaction,
  row: Omit<Insertable<Tables['memberships']>, 'disabled_at'>,
): Promise<void> => {
  await tx.insertInto('memberships').values(row).execute()
}

export const updateMembership = async (
  tx: Transaction,
  { userId, personId }: { userId: number; personId: number },
  change: { role: Role; disabled_at: number | null },
): Promise<void> => {
  await tx
    .updateTable('memberships')
    .set(change)
    .where('user_id', '=', userId)
    .where('person_id', '=', personId)
    .execute()
}

/** Returns how many memberships the person has left. */
export async function deleteMembership(
  tx: Transaction,
  { userId, personId }: { userId: number; personId: number },
): Promise<number> {
  await tx.deleteFrom('memberships').where('user_id', '=', userId).where('person_id', '=', personId).execute()
  const left = await tx
    .selectFrom('memberships')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return left.count
}
