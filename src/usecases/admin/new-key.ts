import { PublicError } from '../../contract/errors.ts'
import type { Scope } from '../../contract/operation.ts'
import type { NewKey } from '../../crypto/api-key.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Policy } from '../../domain/policy.ts'
import type { Reader, Transaction } from '../../store/engine/database.ts'
import { flag } from '../../store/engine/stored.ts'
import { insertKey, type KeyRow, listKeys } from '../../store/people/keys.ts'

const maxKeys = 100

export interface KeyWish {
  readonly userId: number
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly expiresAt: number | null
  /** By default, it may publish everything. */
  readonly policy?: Policy
  /** By default, it may do without a person’s yes. */
  readonly unattended?: boolean
  /** By default, nobody who signed in. */
  readonly by?: Actor
  /** The grant of the application that gets it. */
  readonly grantId?: number
  /** Whose key it is. By default, nobody's: a service key. */
  readonly personId?: number | null
  readonly now: number
}

/** Throws if the user has as many keys as a user may have. */
export async function requireFreeKey(db: Reader, userId: number): Promise<void> {
  const live = (await listKeys(db, userId)).filter((key) => key.revoked_at === null)
  if (live.length >= maxKeys)
    throw new PublicError('limit_reached', `A user has at most ${maxKeys} keys. Revoke one that you do not need.`, {
      details: [{ code: 'limit_reached', message: 'Too many keys.', limit: maxKeys, actual: live.length }],
    })
}

/** Stores the hash of the key. The key itself is not stored. */
export async function newKey(tx: Transaction, { prefix, hash }: NewKey, wish: KeyWish): Promise<KeyRow> {
  await requireFreeKey(tx, wish.userId)
  return insertKey(tx, {
    user_id: wish.userId,
    name: wish.name,
    prefix,
    hash,
    scopes: wish.scopes.join(' '),
    expires_at: wish.expiresAt,
    policy: wish.policy ?? { type: 'publish' },
    unattended: flag(wish.unattended ?? true),
    created_by: wish.by ?? null,
    created_at: wish.now,
    grant_id: wish.grantId ?? null,
    person_id: wish.personId ?? null,
  })
}
