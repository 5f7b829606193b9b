import { PublicError } from '../contract/errors.ts'
import { hashKey, looksMistyped, sameHash } from '../crypto/api-key.ts'
import type { findKeyByHash, readScopes } from '../store/keys.ts'
import type { Clock } from '../system/clock.ts'
import type { Caller } from '../usecases/context.ts'

/** What authentication reads from the store, at every request, so that a revoked key stops at once everywhere. */
export interface KeyStore {
  readonly find: (hash: string) => ReturnType<typeof findKeyByHash>
  readonly readScopes: typeof readScopes
  /** Records that the key was used. It is cheap: the write happens later. */
  readonly used: (keyId: number) => void
}

const bearer = /^Bearer +([\x21-\x7e]{1,300}) *$/i

/** Throws `unauthorized` unless the `Authorization` value holds a valid key. */
export async function authenticate(header: string | undefined, keys: KeyStore, clock: Clock): Promise<Caller> {
  if (header === undefined) throw unauthorized('Send your API key in the header “Authorization: Bearer <API_KEY>”.')
  const key = bearer.exec(header)?.[1]
  if (key === undefined) throw unauthorized('The Authorization header must be “Bearer <API_KEY>”.')
  const hash = hashKey(key)
  const found = await keys.find(hash)
  if (found === undefined || !sameHash(found.hash, hash))
    throw unauthorized(
      looksMistyped(key)
        ? 'This API key is incomplete or mistyped. Copy it again.'
        : 'This API key is unknown. Check that it belongs to this instance.',
    )
  if (found.revoked_at !== null) throw unauthorized('This API key was revoked. Ask for a new one.')
  if (found.expires_at !== null && found.expires_at <= clock.now())
    throw unauthorized('This API key has expired. Ask for a new one.')
  keys.used(found.key_id)
  return {
    userId: found.user_id,
    keyId: found.key_id,
    plan: found.plan_id,
    scopes: keys.readScopes(found.scopes),
    defaultProfileId: found.default_profile_id,
  }
}

const unauthorized = (message: string): PublicError =>
  new PublicError('unauthorized', message, { headers: { 'www-authenticate': 'Bearer realm="Polypost"' } })
