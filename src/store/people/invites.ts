import type { Insertable, Selectable } from 'kysely'
import type { Reader, Transaction } from '../engine/database.ts'
import type { Tables } from '../tables.ts'

export type InviteRow = Selectable<Tables['invites']>

/** The open invites of a user, oldest first. */
export const listInvites = (db: Reader, userId: number, now: number): Promise<InviteRow[]> =>
  db
    .selectFrom('invites')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('id')
    .execute()

export const findInviteByHash = (db: Reader, hash: string, now: number): Promise<InviteRow | undefined> =>
  db.selectFrom('invites').selectAll().where('hash', '=', hash).where('expires_at', '>', now).executeTakeFirst()

/** Replaces an earlier invite of the same address. */
export async function replaceInvite(tx: Transaction, row: Insertable<Tables['invites']>): Promise<InviteRow> {
  await tx.deleteFrom('invites').where('user_id', '=', row.user_id).where('email', '=', row.email).execute()
  return tx.insertInto('invites').values(row).returningAll().executeTakeFirstOrThrow()
}

export const deleteInvite = (tx: Transaction, userId: number, id: number): Promise<InviteRow | undefined> =>
  tx.deleteFrom('invites').where('user_id', '=', userId).where('id', '=', id).returningAll().executeTakeFirst()

export async function pruneInvites(tx: Transaction, before: number, limit: number): Promise<number> {
  const old = tx.selectFrom('invites').select('id').where('expires_at', '<=', before).limit(limit)
  const { numDeletedRows } = await tx.deleteFrom('invites').where('id', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}
