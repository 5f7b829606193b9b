import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../domain/actor.ts'
import { type Policy, policyTypes } from '../domain/policy.ts'
import type { Reader, Transaction } from './engine/database.ts'
import { storedActor } from './engine/stored.ts'
import type { Tables } from './tables.ts'

type Stored = Selectable<Tables['api_keys']>

export interface KeyRow extends Omit<Stored, 'policy' | 'minutes_ahead' | 'created_by'> {
  readonly policy: Policy
  readonly created_by: Actor | null
}

const readKey = ({ policy, minutes_ahead, created_by, ...row }: Stored): KeyRow => ({
  ...row,
  policy: readPolicy({ policy, minutes_ahead }),
  created_by: storedActor.parse(created_by),
})

/** The key with this hash, and what authentication needs to know about its user. */
export const findKeyByHash = (db: Reader, hash: string) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select([
      'api_keys.id as key_id',
      'api_keys.name',
      'api_keys.hash',
      'api_keys.name',
      'api_keys.scopes',
      'api_keys.expires_at',
      'api_keys.revoked_at',
      'api_keys.policy',
      'api_keys.minutes_ahead',
      'users.id as user_id',
      'users.plan_id',
      'users.default_profile_id',
    ])
    .where('api_keys.hash', '=', hash)
    .executeTakeFirst()

export async function listKeys(db: Reader, userId: number): Promise<KeyRow[]> {
  const rows = await db.selectFrom('api_keys').selectAll().where('user_id', '=', userId).orderBy('id').execute()
  return rows.map(readKey)
}

export async function findKey(db: Reader, userId: number, id: number): Promise<KeyRow | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && readKey(row)
}

export async function insertKey(
  tx: Transaction,
  { policy, created_by, ...row }: Omit<KeyRow, 'id' | 'last_used_at' | 'revoked_at'>,
): Promise<KeyRow> {
  const values = { ...row, ...policyColumns(policy), created_by: created_by && JSON.stringify(created_by) }
  return readKey(await tx.insertInto('api_keys').values(values).returningAll().executeTakeFirstOrThrow())
}

/** What can change about a key. */
export type EditedKey = Pick<KeyRow, 'name' | 'expires_at' | 'policy'>

export async function editKey(tx: Transaction, id: number, { policy, name, expires_at }: EditedKey): Promise<KeyRow> {
  const columns = { name, expires_at, ...policyColumns(policy) }
  return readKey(
    await tx.updateTable('api_keys').set(columns).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),
  )
}

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

const storedPolicy = z.enum(policyTypes)

export function readPolicy({ policy, minutes_ahead }: Pick<Stored, 'policy' | 'minutes_ahead'>): Policy {
  const type = storedPolicy.parse(policy)
  return type === 'ahead' ? { type, minutes: z.int().parse(minutes_ahead) } : { type }
}

const policyColumns = (policy: Policy) => ({
  policy: policy.type,
  minutes_ahead: policy.type === 'ahead' ? policy.minutes : null,
})
