import type { Insertable, Selectable } from 'kysely'
import type { Reader, Transaction } from '../engine/database.ts'
import type { Tables } from '../tables.ts'

export type GrantRow = Selectable<Tables['oauth_grants']>

export const insertGrant = async (tx: Transaction, row: Insertable<Tables['oauth_grants']>): Promise<void> => {
  await tx.insertInto('oauth_grants').values(row).execute()
}

export const findGrantByCode = (db: Reader, code: string): Promise<GrantRow | undefined> =>
  db.selectFrom('oauth_grants').selectAll().where('code', '=', code).executeTakeFirst()

export const findGrantByFamily = (db: Reader, family: string): Promise<GrantRow | undefined> =>
  db.selectFrom('oauth_grants').selectAll().where('family', '=', family).executeTakeFirst()

export const findGrant = (db: Reader, id: number): Promise<GrantRow | undefined> =>
  db.selectFrom('oauth_grants').selectAll().where('id', '=', id).executeTakeFirst()

type Refreshable = Pick<GrantRow, 'refresh' | 'ends_at'>

/** Redeems a code that nobody has redeemed; false: somebody has. */
export async function redeemGrant(
  tx: Transaction,
  id: number,
  change: Refreshable & Pick<GrantRow, 'family' | 'redeemed_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('oauth_grants')
    .set(change)
    .where('id', '=', id)
    .where('redeemed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Replaces a refresh token; false: it is not the valid one. */
export async function rotateGrant(tx: Transaction, id: number, old: string, change: Refreshable): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('oauth_grants')
    .set(change)
    .where('id', '=', id)
    .where('refresh', '=', old)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends what a person allowed to applications, or only for a user. Their keys end with it. */
export async function endGrants(tx: Transaction, personId: number, userId?: number): Promise<void> {
  let ended = tx.deleteFrom('oauth_grants').where('person_id', '=', personId)
  if (userId !== undefined) ended = ended.where('user_id', '=', userId)
  await ended.execute()
}

/** Removes grants whose code nobody redeemed, whose time is over, or whose key was revoked; their keys go with them. */
export async function pruneGrants(tx: Transaction, before: number, limit: number): Promise<number> {
  const ended = tx
    .selectFrom('oauth_grants')
    .leftJoin('api_keys', 'api_keys.grant_id', 'oauth_grants.id')
    .select('oauth_grants.id')
    .where((e) =>
      e.or([
        e.and([e('redeemed_at', 'is', null), e('code_until', '<=', before)]),
        e('ends_at', '<=', before),
        e('api_keys.revoked_at', '<=', before),
      ]),
    )
    .limit(limit)
  const { numDeletedRows } = await tx.deleteFrom('oauth_grants').where('id', 'in', ended).executeTakeFirst()
  return Number(numDeletedRows)
}
