import { type Insertable, type Selectable, sql } from 'kysely'
import { longestPause, longestSession } from '../../domain/sign-in-times.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import { lockedFirst, numbersIn } from '../engine/listed.ts'
import type { Tables } from '../tables.ts'

export type SessionRow = Selectable<Tables['sessions']>

/** Only sessions that have not ended. */
const live = (db: Reader, now: number) =>
  db
    .selectFrom('sessions')
    .where((e) => e(e('sessions.seen_at', '+', longestPause), '>', now))
    .where((e) => e(e('sessions.created_at', '+', longestSession), '>', now))

/** Sessions that have not ended, and what authentication needs to know about their people and users. */
export const sessionsWithUsers = (db: Reader, now: number) =>
  live(db, now)
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.person_id', '=', 'sessions.person_id')
        .onRef('memberships.user_id', '=', 'sessions.user_id'),
    )
    .select((e) => [
      'sessions.id as session_id',
      'sessions.hash',
      'sessions.proven_at',
      'people.id as person_id',
      'people.name',
      'people.totp_confirmed_at',
      'people.oidc_subject',
      'memberships.role',
      'users.id as user_id',
      'users.plan_id',
      'users.default_profile_id',
      e
        .selectFrom('users as first')
        .select((f) => f.fn.min<number>('first.id').as('id'))
        .as('first_user_id'),
    ])
    .where('people.disabled_at', 'is', null)
    .where('memberships.disabled_at', 'is', null)

export const findSession = async (db: Reader, id: number): Promise<SessionRow> => {
  const found = await lookUpSession(db, id)
  if (found === undefined) throw new Error('The session does not exist.')
  return found
}

/** Undefined: it has ended. */
export const lookUpSession = (db: Reader, id: number): Promise<SessionRow | undefined> =>
  db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst()

/** The sessions of a person, the last used one first. */
export const listSessions = (db: Reader, personId: number, now: number): Promise<SessionRow[]> =>
  live(db, now)
    .selectAll('sessions')
    .where('person_id', '=', personId)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const insertSession = (tx: Transaction, row: Insertable<Tables['sessions']>): Promise<SessionRow> =>
  tx.insertInto('sessions').values(row).returningAll().executeTakeFirstOrThrow()

/** False if the person has no such session. */
export async function endSession(tx: Transaction, personId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends the sessions of a person, or only those for a user, or all except one; returns how many. */
export async function endSessions(
  tx: Transaction,
  personId: number,
  { userId, except }: { userId?: number; except?: number } = {},
): Promise<number> {
  let ended = tx.deleteFrom('sessions').where('person_id', '=', personId)
  if (userId !== undefined) ended = ended.where('user_id', '=', userId)
  if (except !== undefined) ended = ended.where('id', '!=', except)
  const { numDeletedRows } = await ended.executeTakeFirst()
  return Number(numDeletedRows)
}

/** Changes a session, for example its user in view. */
export const updateSession = async (
  tx: Transaction,
  id: number,
  change: Partial<Pick<SessionRow, 'user_id' | 'proven_at'>>,
): Promise<void> => {
  await tx.updateTable('sessions').set(change).where('id', '=', id).execute()
}

export async function touchSessions(tx: Transaction, ids: readonly number[], seenAt: number): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ seen_at: seenAt })
    .where(lockedFirst(tx, 'sessions', sql`id in ${numbersIn(tx, ids)}`))
    .execute()
}

/** Removes sessions that have ended; returns how many. */
export async function pruneSessions(tx: Transaction, now: number, limit: number): Promise<number> {
  const ended = tx
    .selectFrom('sessions')
    .select('id')
    .where((e) => e.or([e('seen_at', '<=', now - longestPause), e('created_at', '<=', now - longestSession)]))
    .limit(limit)
  const { numDeletedRows } = await tx.deleteFrom('sessions').where('id', 'in', ended).executeTakeFirst()
  return Number(numDeletedRows)
}
