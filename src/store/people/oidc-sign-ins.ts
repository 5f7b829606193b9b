import type { Selectable } from 'kysely'
import type { Transaction } from '../engine/database.ts'
import type { Tables } from '../tables.ts'

export type OidcSignInRow = Selectable<Tables['oidc_sign_ins']>

export const insertOidcSignIn = async (tx: Transaction, row: OidcSignInRow): Promise<void> => {
  await tx.insertInto('oidc_sign_ins').values(row).execute()
}

/** Uses a sign-in up, if it belongs to this browser and has not expired. */
export const takeOidcSignIn = (
  tx: Transaction,
  { state, browser }: Pick<OidcSignInRow, 'state' | 'browser'>,
  now: number,
): Promise<OidcSignInRow | undefined> =>
  tx
    .deleteFrom('oidc_sign_ins')
    .where('state', '=', state)
    .where('browser', '=', browser)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

export async function pruneOidcSignIns(tx: Transaction, before: number, limit: number): Promise<number> {
  const old = tx.selectFrom('oidc_sign_ins').select('state').where('expires_at', '<=', before).limit(limit)
  const { numDeletedRows } = await tx.deleteFrom('oidc_sign_ins').where('state', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}
