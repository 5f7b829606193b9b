import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Reader, Transaction } from './engine/database.ts'
import type { Tables } from './tables.ts'

export type KeyRow = Selectable<Tables['api_keys']>

/** The key with this hash, and what authentication needs to know about its user. */
export const findKeyByHash = (db: Reader, hash: string) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select([
      'api_keys.id as key_id',
      'api_keys.hash',
      'api_keys.name',
      'api_keys.scopes',
      'api_keys.expires_at',
      'api_keys.revoked_at',
      'users.id as user_id',
      'users.plan_id',
      'users.default_profile_id',
    ])
    .where('api_keys.hash', '=', hash)
    .executeTakeFirst()

export const listKeys = (db: Reader, userId: number): Promise<KeyRow[]> =>
  db.selectFrom('api_keys').selectAll().where('user_id', '=', userId).orderBy('id').execute()

export const insertKey = (tx: Transaction, row: Omit<KeyRow, 'id' | 'last_used_at' | 'revoked_at'>): Promise<KeyRow> =>
  tx.insertInto('api_keys').values(row).returningAll().executeTakeFirstOrThrow()

/** The time at which the key was revoked; undefined if the key does not exist. */
export async function revokeKey(tx: Transaction, id: number, now: number): Promise<number | undefined> {
  const row = await tx
    .updateTable('api_keys')
    .set((e) => ({ revoked_at: e.fn.coalesce('revoked_at', e.val(now)) }))
    .where('id', '=', id)
    .returning('revoked_at')
    .executeTakeFirst()
  return row?.revoked_at ?? undefined
}

export async function touchKeys(tx: Transaction, ids: readonly number[], usedAt: number): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ last_used_at: usedAt })
    .where('id', 'in', [...ids])
    .execute()
}

const scopes = z.array(z.enum(['read', 'write', 'admin']))

/** Scopes are stored as words separated by spaces. */
export const readScopes = (text: string) => scopes.parse(text.split(' '))
