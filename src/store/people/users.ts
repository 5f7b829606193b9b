import type { Selectable } from 'kysely'
import type { PlanId } from '../../domain/plans.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import type { Tables } from '../tables.ts'

export type UserRow = Selectable<Tables['users']>

export const findUser = (db: Reader, id: number): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

export const findUserByEmail = (db: Reader, email: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

/** The user that the first start created. */
export const findOwner = (db: Reader): Promise<UserRow> =>
  db.selectFrom('users').selectAll().orderBy('id').limit(1).executeTakeFirstOrThrow()

/** Oldest first. */
export const listUsers = (
  db: Reader,
  part: { readonly limit: number } & ({ readonly offset: number } | { readonly after: Pick<UserRow, 'id'> }),
): Promise<UserRow[]> =>
  db
    .selectFrom('users')
    .selectAll()
    .$if('after' in part, (users) => ('after' in part ? users.where('id', '>', part.after.id) : users))
    .orderBy('id')
    .limit(part.limit)
    .$if('offset' in part, (users) => ('offset' in part ? users.offset(part.offset) : users))
    .execute()

export async function countUsers(db: Reader): Promise<number> {
  const { total } = await db
    .selectFrom('users')
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

export const insertUser = (
  tx: Transaction,
  row: { email: string; plan_id: PlanId; default_profile_id: string; created_at: number },
): Promise<UserRow> => tx.insertInto('users').values(row).returningAll().executeTakeFirstOrThrow()

export const setPlan = (tx: Transaction, id: number, plan_id: PlanId): Promise<UserRow> =>
  tx.updateTable('users').set({ plan_id }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const setDefaultProfileId = async (tx: Transaction, id: number, default_profile_id: string): Promise<void> => {
  await tx.updateTable('users').set({ default_profile_id }).where('id', '=', id).execute()
}
