import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import type { Audience } from '../../domain/application.ts'
import { type Policy, policyTypes } from '../../domain/policy.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import { lockedFirst, numbersIn } from '../engine/listed.ts'
import { flag, storedActor } from '../engine/stored.ts'
import type { Tables } from '../tables.ts'

type StoredKey = Selectable<Tables['api_keys']>

export interface KeyRow extends Omit<StoredKey, 'policy' | 'minutes_ahead' | 'created_by'> {
  readonly policy: Policy
  readonly created_by: Actor | null
}

/** An application to which a person gave the key. */
export type KeyApplication = Pick<Selectable<Tables['oauth_grants']>, 'client_id' | 'name' | 'host' | 'ends_at'>

/** The person to whom a key belongs, and whether they can sign in. */
export interface KeyPerson {
  readonly id: number
  readonly name: string
  readonly active: boolean
}

export interface ListedKey extends Omit<KeyRow, 'unattended'> {
  readonly unattended: boolean
  readonly application: KeyApplication | null
  readonly person: KeyPerson | null
}

const readKey = ({ policy, minutes_ahead, created_by, ...row }: StoredKey): KeyRow => ({
  ...row,
  policy: readPolicy({ policy, minutes_ahead }),
  created_by: storedActor.parse(created_by),
})

/** Whose key it is. The rows of grants say it for their keys, also of those that older versions made. */
const ownerOf = sql<number | null>`coalesce(oauth_grants.person_id, api_keys.person_id)`

/**
 * Keys, and what authentication needs to know about their users. If it is a person's key: also the person's role, which is null
 * if the person can no longer sign in. The key of an application is that of the person who authorized it.
 */
export const keysWithUsers = (db: Reader) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .leftJoin('oauth_grants', 'oauth_grants.id', 'api_keys.grant_id')
    .leftJoin('people', (join) => join.onRef('people.id', '=', ownerOf).on('people.disabled_at', 'is', null))
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
      'api_keys.unattended',
      'users.id as user_id',
      'users.plan_id',
      'users.default_profile_id',
      'oauth_grants.audience',
      ownerOf.as('person_id'),
      'memberships.role',
      e
        .selectFrom('users as first')
        .select((f) => f.fn.min<number>('first.id').as('id'))
        .as('first_user_id'),
    ])

/** The keys of a user, each with its application and its person. */
async function withOwners(db: Reader, userId: number, rows: readonly KeyRow[]): Promise<ListedKey[]> {
  const grants = await db
    .selectFrom('oauth_grants')
    .select(['id', 'client_id', 'name', 'host', 'ends_at', 'person_id', 'audience'])
    .where('id', 'in', numbersIn(db, idsOf(rows, 'grant_id')))
    .execute()
  const grantOf = new Map(grants.map((grant) => [grant.id, grant]))
  const owned = rows.map((row) => {
    const grant = grantOf.get(row.grant_id ?? 0)
    return { row, grant, personId: grant?.person_id ?? row.person_id }
  })
  const people = await db
    .selectFrom('people')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.person_id', '=', 'people.id')
        .on('memberships.user_id', '=', userId)
        .on('memberships.disabled_at', 'is', null),
    )
    .select(['people.id', 'people.name', 'people.disabled_at', 'memberships.role'])
    .where('people.id', 'in', numbersIn(db, idsOf(owned, 'personId')))
    .execute()
  const personOf = new Map(people.map((person) => [person.id, person]))
  const shown = (id: number, { created_by }: KeyRow): KeyPerson => {
    const person = personOf.get(id)
    const active = person !== undefined && person.disabled_at === null && person.role !== null
    return { id, name: person?.name ?? created_by?.name ?? '', active }
  }
  return owned.map(({ row, grant, personId }) => ({
    ...row,
    unattended: readUnattended({ unattended: row.unattended, audience: grant?.audience ?? null }),
    application: grant ? applicationOf(grant) : null,
    person: personId === null ? null : shown(personId, row),
  }))
}

const idsOf = <Name extends string>(rows: readonly Readonly<Record<Name, number | null>>[], name: Name): number[] =>
  rows.flatMap((row) => row[name] ?? [])

const applicationOf = ({ client_id, name, host, ends_at }: KeyApplication): KeyApplication => ({
  client_id,
  name,
  host,
  ends_at,
})

export async function withOwner(db: Reader, row: KeyRow): Promise<ListedKey> {
  const [listed] = await withOwners(db, row.user_id, [row])
  if (!listed) throw new Error('A row became none.')
  return listed
}

export const listKeys = async (db: Reader, userId: number): Promise<ListedKey[]> => {
  const rows = await db.selectFrom('api_keys').selectAll().where('user_id', '=', userId).orderBy('id').execute()
  return withOwners(db, userId, rows.map(readKey))
}

export async function findKey(db: Reader, userId: number, id: number): Promise<ListedKey | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && withOwner(db, readKey(row))
}

/** The keys of a person become service keys. Returns them. */
export async function keepKeys(tx: Transaction, userId: number, personId: number): Promise<KeyRow[]> {
  const rows = await tx
    .updateTable('api_keys')
    .set({ person_id: null })
    .where('user_id', '=', userId)
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .returningAll()
    .execute()
  return rows.map(readKey)
}

export async function insertKey(
  tx: Transaction,
  { policy, created_by, ...row }: Omit<KeyRow, 'id' | 'last_used_at' | 'revoked_at'>,
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

/** The properties of a key that can change. */
export type EditedKey = Pick<ListedKey, 'name' | 'expires_at' | 'policy' | 'unattended'>

export async function editKey(tx: Transaction, id: number, edited: EditedKey): Promise<void> {
  const { policy, unattended, ...rest } = edited
  const columns = { ...rest, unattended: flag(unattended), ...policyColumns(policy) }
  await tx.updateTable('api_keys').set(columns).where('id', '=', id).execute()
}

/** The key, with the time at which it was revoked first; undefined if it does not exist. */
export async function revokeKey(
  tx: Transaction,
  id: number,
  now: number,
): Promise<(KeyRow & { readonly revoked_at: number }) | undefined> {
  const row = await tx
    .updateTable('api_keys')
    .set((e) => ({ revoked_at: e.fn.coalesce('revoked_at', e.val(now)) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && { ...readKey(row), revoked_at: row.revoked_at ?? now }
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

export function readPolicy({ policy, minutes_ahead }: Pick<StoredKey, 'policy' | 'minutes_ahead'>): Policy {
  const type = storedPolicy.parse(policy)
  return type === 'ahead' ? { type, minutes: z.int().parse(minutes_ahead) } : { type }
}

export const policyColumns = (policy: Policy) => ({
  policy: policy.type,
  minutes_ahead: policy.type === 'ahead' ? policy.minutes : null,
})

/** Null is of an older version: then only assistants that a person authorized must ask. */
export const readUnattended = ({
  unattended,
  audience,
}: Pick<StoredKey, 'unattended'> & { readonly audience: Audience | null }): boolean =>
  unattended === null ? audience !== 'mcp' : unattended === 1
