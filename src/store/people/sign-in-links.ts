import type { Selectable } from 'kysely'
import type { Reader, Transaction } from '../engine/database.ts'
import type { Tables } from '../tables.ts'

type LinkRow = Selectable<Tables['sign_in_links']>

/** `person_id` null: the link makes whoever opens it the owner. */
export const insertLink = async (tx: Transaction, row: LinkRow): Promise<void> => {
  await tx.insertInto('sign_in_links').values(row).execute()
}

export const hasLink = async (db: Reader, hash: string, now: number): Promise<boolean> =>
  (await db
    .selectFrom('sign_in_links')
    .select('hash')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()) !== undefined

/** Uses a link up, if it has not expired. */
export const takeLink = (tx: Transaction, hash: string, now: number): Promise<LinkRow | undefined> =>
  tx
    .deleteFrom('sign_in_links')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

/** No link can make an owner any more. */
export const forgetSetupLinks = async (tx: Transaction): Promise<void> => {
  await tx.deleteFrom('sign_in_links').where('person_id', 'is', null).execute()
}

export async function pruneLinks(tx: Transaction, before: number, limit: number): Promise<number> {
  const old = tx.selectFrom('sign_in_links').select('hash').where('expires_at', '<=', before).limit(limit)
  const { numDeletedRows } = await tx.deleteFrom('sign_in_links').where('hash', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}
