import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '../../domain/actor.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import { textsIn } from '../engine/listed.ts'
import { storedActor } from '../engine/stored.ts'
import type { ProfileScope } from '../scope.ts'
import type { Tables } from '../tables.ts'

type Stored = Selectable<Tables['dates']>

/** Days with a name. The last one is not before the first. */
export type DateRow = Omit<Stored, 'created_by'> & { readonly created_by: Actor | null }

export type DateContent = Pick<DateRow, 'profile_id' | 'name' | 'first_day' | 'last_day'>

const readDate = (row: Stored): DateRow => ({ ...row, created_by: storedActor.parse(row.created_by) })

/** Also without the dates of profiles that the last release has deleted. */
const ofUser = (db: Reader, userId: number) =>
  db
    .selectFrom('dates')
    .selectAll()
    .where('user_id', '=', userId)
    .where((e) => e.or([e('profile_id', 'is', null), isAlive(e)]))

const isAlive = (e: ExpressionBuilder<Tables, 'dates'>) =>
  e.exists(
    e
      .selectFrom('profiles')
      .select('profiles.id')
      .whereRef('profiles.id', '=', 'dates.profile_id')
      .where('profiles.deleted_at', 'is', null),
  )

/** The earliest first: those of all profiles, and those of these. */
export async function listDates(
  db: Reader,
  { userId, profileIds }: ProfileScope,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<DateRow[]> {
  const rows = await ofUser(db, userId)
    .$if(profileIds !== null, (query) =>
      query.where(sql<boolean>`(profile_id is null or profile_id in ${textsIn(db, profileIds ?? [])})`),
    )
    .$if(from !== undefined, (query) => query.where('last_day', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('first_day', '<=', to ?? ''))
    .orderBy('first_day')
    .orderBy('id')
    .execute()
  return rows.map(readDate)
}

export async function findDate(db: Reader, userId: number, id: number): Promise<DateRow | undefined> {
  const row = await ofUser(db, userId).where('id', '=', id).executeTakeFirst()
  return row && readDate(row)
}

export async function countDates(db: Reader, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('dates')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertDate(
  tx: Transaction,
  content: DateContent,
  { userId, by, now }: { readonly userId: number; readonly by: Actor; readonly now: number },
): Promise<number> {
  const row = { ...content, user_id: userId, created_at: now, created_by: JSON.stringify(by) }
  return (await tx.insertInto('dates').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export const changeDate = async (tx: Transaction, id: number, content: DateContent): Promise<void> => {
  await tx.updateTable('dates').set(content).where('id', '=', id).execute()
}

export const deleteDate = async (tx: Transaction, id: number): Promise<void> => {
  await tx.deleteFrom('dates').where('id', '=', id).execute()
}

export const deleteDatesOf = async (tx: Transaction, profileId: string): Promise<void> => {
  await tx.deleteFrom('dates').where('profile_id', '=', profileId).execute()
}
