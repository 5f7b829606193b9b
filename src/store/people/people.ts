import type { Selectable } from 'kysely'
import type { Reader, Transaction } from '../engine/database.ts'
import type { Tables } from '../tables.ts'

export type PersonRow = Selectable<Tables['people']>

export const findPerson = (db: Reader, id: number): Promise<PersonRow | undefined> =>
  db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirst()

export const findPersonByEmail = (db: Reader, email: string): Promise<PersonRow | undefined> =>
  db.selectFrom('people').selectAll().where('email', '=', email).executeTakeFirst()

export const findPersonByOidc = (
  db: Reader,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<PersonRow | undefined> =>
  db
    .selectFrom('people')
    .selectAll()
    .where('oidc_issuer', '=', issuer)
    .where('oidc_subject', '=', subject)
    .executeTakeFirst()

export const insertPerson = (
  tx: Transaction,
  row: Pick<PersonRow, 'email' | 'name' | 'password' | 'created_at'> &
    Partial<Pick<PersonRow, 'oidc_issuer' | 'oidc_subject'>>,
): Promise<PersonRow> => tx.insertInto('people').values(row).returningAll().executeTakeFirstOrThrow()

export const updatePerson = (
  tx: Transaction,
  id: number,
  change: Partial<Omit<PersonRow, 'id' | 'created_at'>>,
): Promise<PersonRow> =>
  tx.updateTable('people').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const noSecondFactor = { totp_secret: null, totp_step: null, totp_confirmed_at: null, recovery_codes: null }

/** The latest code was right, or the password is another one. */
export const noRefusal = { code_refused_at: null, code_refused_from: null }

export const noOidc = { oidc_issuer: null, oidc_subject: null }

/** Also deletes the person's memberships and sessions. */
export const deletePerson = async (tx: Transaction, id: number): Promise<void> => {
  await tx.deleteFrom('people').where('id', '=', id).execute()
}
