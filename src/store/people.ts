import type { Selectable } from 'kysely'
import type { Reader, Transaction } from './engine/database.ts'
import type { Tables } from './tables.ts'

export type PersonRow = Selectable<Tables['people']>

export const findPerson = (db: Reader, id: number): Promise<PersonRow | undefined> =>
  db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirst()

export const findPersonByEmail = (db: Reader, email: string): Promise<PersonRow | undefined> =>
  db.selectFrom('people').selectAll().where('email', '=', email).executeTakeFirst()

export const insertPerson = (
  tx: Transaction,
  row: { email: string; name: string; password: string; created_at: number },
): Promise<PersonRow> => tx.insertInto('people').values(row).returningAll().executeTakeFirstOrThrow()

export const updatePerson = (
  tx: Transaction,
  id: number,
  change: Partial<Omit<PersonRow, 'id' | 'created_at'>>,
): Promise<PersonRow> =>
  tx.updateTable('people').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const noSecondFactor = { totp_secret: null, totp_step: null, totp_confirmed_at: null, recovery_codes: null }

/** Also deletes the person's memberships and sessions. */
export const deletePerson = async (tx: Transaction, id: number): Promise<void> => {
  await tx.deleteFrom('people').where('id', '=', id).execute()
}
