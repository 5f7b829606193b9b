import { PublicError } from '../contract/errors.ts'
import type { Operation } from '../contract/operation.ts'
import { hashKey, looksMistyped, sameHash } from '../crypto/api-key.ts'
import { plans } from '../domain/plans.ts'
import type { findKeyByHash, readScopes } from '../store/keys.ts'
import type { Clock } from '../system/clock.ts'
import type { Caller } from '../usecases/context.ts'

/** What authenticating needs of the store; read at every request, so that a revoked key stops at once everywhere. */
export interface KeyStore {
  readonly find: (hash: string) => ReturnType<typeof findKeyByHash>
  readonly readScopes: typeof readScopes
  /** Notes that the key was used; cheap, and written later. */
  readonly used: (keyId: number) => void
}

const bearer = /^Bearer +([\x21-\x7e]{1,300}) *$/i

/** Throws `unauthorized` unless the header holds a key that is good now. */
export async function authenticate(header: string | undefined, keys: KeyStore, clock: Clock): Promise<Caller> {
  if (header === undefined) throw unauthorized('Send your API key in the header “Authorization: Bearer <API_KEY>”.')
  const key = bearer.exec(header)?.[1]
  if (key === undefined) throw unauthorized('The Authorization header must read “Bearer <API_KEY>”.')
  const hash = hashKey(key)
  const found = await keys.find(hash)
  if (found === undefined || !sameHash(found.hash, hash))
    throw unauthorized(
      looksMistyped(key)
        ? 'This is not a whole API key: it is mistyped or cut off. Copy it again.'
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

/** The gates that an operation declares: the key’s scope, then the user’s plan. */
export function authorize(caller: Caller, operation: Operation): void {
  if (operation.scope && !caller.scopes.includes(operation.scope))
    throw new PublicError(
      'insufficient_scope',
      `This needs a key with the scope “${operation.scope}”; this key has ${caller.scopes.join(', ')}.`,
      {
        details: [
          {
            code: 'insufficient_scope',
            message: 'Missing scope.',
            required_scope: operation.scope,
            scopes: caller.scopes,
          },
        ],
      },
    )
  if (operation.plans && !operation.plans.includes(caller.plan)) {
    const names = operation.plans.map((plan) => plans[plan].name)
    throw new PublicError(
      'plan_required',
      `This is part of the plans ${names.join(', ')}; yours is ${plans[caller.plan].name}.`,
      {
        details: [{ code: 'plan_required', message: 'The plan does not include this.', required_plans: names }],
      },
    )
  }
}
