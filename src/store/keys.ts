import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../domain/actor.ts'
import { type Policy, policyTypes } from '../domain/policy.ts'
import type { Reader, Transaction } from './engine/database.ts'
import { lockedFirst, numbersIn } from './engine/listed.ts'
import { storedActor } from './engine/stored.ts'
import type { Tables } from './tables.ts'

type Stored = Selectable<Tables['api_keys']>

export interface KeyRow extends Omit<Stored, 'policy' | 'minutes_ahead' | 'created_by'> {
  readonly policy: Policy
  readonly created_by: Actor | null
}

/** An application to which a person gave the key. */
export type KeyApplication = Pick<Selectable<Tables['oauth_grants']>, 'client_id' | 'name' | 'host' | 'ends_at'>

export type ListedKey = KeyRow & { readonly application: KeyApplication | null }

const readKey = ({ policy, minutes_ahead, created_by, ...row }: Stored): KeyRow => ({
  ...row,
  policy: readPolicy({ policy, minutes_ahead }),
  created_by: storedActor.parse(created_by),
})

/**
 * Keys, and what authentication needs to know about their users. If it is the key of an application: also the role of the
 * person who authorized it, which is null if the person can no longer sign in.
 */
export const keysWithUsers = (db: Reader) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .leftJoin('oauth_grants', 'oauth_grants.id', 'api_keys.grant_id')
    .leftJoin('people', (join) =>
      join.onRef('people.id', '=', 'oauth_grants.person_id').on('people.disabled_at', 'is', null),
    )
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.person_id', '=', 'people.id')
        .onRef('memberships.user_id', '=', 'api_keys.user_id')
        .on('memberships.disabled_at', 'is', null),
    )
    .select((e) => [
      'api_keys.id as key_id',
      'api_keys.name',
      'api_keys.hash',
      'api_keys.scopes',
      'api_keys.expires_at',
      'api_keys.revoked_at',
      'api_keys.policy',
      'api_keys.minutes_ahead',
      'users.id as user_id',
      'users.plan_id',
      'users.default_profile_id',
      'oauth_grants.audience',
      'memberships.role',
      e
        .selectFrom('users as first')
        .select((f) => f.fn.min<number>('first.id').as('id'))
        .as('first_user_id'),
    ])

async function withApplications(db: Reader, rows: readonly Stored[]): Promise<ListedKey[]> {
  const ids = rows.flatMap(({ grant_id }) => (grant_id === null ? [] : [grant_id]))
  const found =
    ids.length === 0
      ? []
      : await db
          .selectFrom('oauth_grants')
          .select(['id', 'client_id', 'name', 'host', 'ends_at'])
          .where('id', 'in', ids)
          .execute()
  const applications = new Map(found.map(({ id, ...application }) => [id, application]))
  return rows.map((row) => ({ ...readKey(row), application: applications.get(row.grant_id ?? 0) ?? null }))
}

export const listKeys = async (db: Reader, userId: number): Promise<ListedKey[]> =>
  withApplications(
    db,
    await db.selectFrom('api_keys').selectAll().where('user_id', '=', userId).orderBy('id').execute(),
  )

export async function findKey(db: Reader, userId: number, id: number): Promise<ListedKey | undefined> {
  const rows = await db.selectFrom('api_keys').selectAll().where('user_id', '=', userId).where('id', '=', id).execute()
  return (await withApplications(db, rows))[0]
}

export async function insertKey(
  tx: Transaction,
  {
    policy,
    created_by,
    ...row
  }: Omit<KeyRow, 'id' | 'last_used_at' | 'revoked_at' | 'grant_id'> & { grant_id?: number | null },
): Promise<KeyRow> {
  const values = { ...row, ...policyColumns(policy), created_by: created_by && JSON.stringify(created_by) }
  return readKey(await tx.insertInto('api_keys').values(values).returningAll().executeTakeFirstOrThrow())
}

/** The key of an application; undefined before its code was redeemed. */
export async function findGrantedKey(db: Reader, grantId: number): Promise<KeyRow | undefined> {
  const row = await db.selectFrom('api_keys').selectAll().where('grant_id', '=', grantId).executeTakeFirst()
  return row && readKey(row)
}

/** The grant to which a key belongs; null: it does not exist, or is no key of an application. */
export async function findKeyGrant(db: Reader, hash: string): Promise<number | null> {
  const row = await db.selectFrom('api_keys').select('grant_id').where('hash', '=', hash).executeTakeFirst()
  return row?.grant_id ?? null
}

/** Replaces the secret of a key. The one before stops at once. */
export const renewKey = async (
  tx: Transaction,
  id: number,
  secret: Pick<KeyRow, 'hash' | 'prefix' | 'expires_at'>,
): Promise<void> => {
  await tx.updateTable('api_keys').set(secret).where('id', '=', id).execute()
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
    .where(lockedFirst(tx, 'api_keys', sql`id in ${numbersIn(tx, ids)}`))
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

export const policyColumns = (policy: Policy) => ({
  policy: policy.type,
  minutes_ahead: policy.type === 'ahead' ? policy.minutes : null,
})
