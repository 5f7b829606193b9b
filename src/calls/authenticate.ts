import { PublicError } from '../contract/errors.ts'
import type { Scope } from '../contract/operation.ts'
import { hashKey, looksMistyped, sameHash } from '../crypto/api-key.ts'
import { hashOneTime } from '../crypto/one-time.ts'
import type { Audience } from '../domain/application.ts'
import { stricter } from '../domain/policy.ts'
import { isAtLeast, policyOf, type Role } from '../domain/roles.ts'
import type { callerFinder, RequestCount } from '../store/people/callers.ts'
import type { readPolicy, readScopes, readUnattended } from '../store/people/keys.ts'
import type { Clock } from '../system/clock.ts'
import type { Caller, KeyCaller, PersonCaller } from '../usecases/context.ts'

type Finder = ReturnType<typeof callerFinder>

/** The store that authentication reads at every request, so that a revoked key stops at once everywhere. */
export interface KeyStore {
  readonly find: Finder['findKey']
  readonly readScopes: typeof readScopes
  readonly readPolicy: typeof readPolicy
  readonly readUnattended: typeof readUnattended
  /** Records that the key was used. It is cheap: the write happens later. */
  readonly used: (keyId: number) => void
}

/** The same for the sessions of people. */
export interface SessionStore {
  readonly find: Finder['findSession']
  readonly used: (sessionId: number) => void
  /** The least role of people who must have a second factor; null: nobody must. */
  readonly secondFactorFrom: Role | null
}

/** A caller whose key or session is valid. */
export interface AuthenticatedCaller<C extends Caller = Caller> {
  readonly caller: C
  /** The user's window with this request; null: the request is not counted yet. */
  readonly counted: { readonly requests: number; readonly endsAt: number } | null
}

const bearer = /^Bearer +([\x21-\x7e]{1,300}) *$/i

interface ShownKey {
  /** The value of `Authorization`. */
  readonly header: string | undefined
  /** Where it was shown. */
  readonly audience: Audience
  /** How the request counts; null: it does not. */
  readonly counting: RequestCount | null
}

/** Throws `unauthorized` unless the `Authorization` value holds a valid key. */
export async function authenticateKey(
  { header, audience, counting }: ShownKey,
  keys: KeyStore,
  clock: Clock,
): Promise<AuthenticatedCaller<KeyCaller>> {
  if (header === undefined) throw unauthorized('Send your API key in the header “Authorization: Bearer <API_KEY>”.')
  const key = bearer.exec(header)?.[1]
  if (key === undefined) throw unauthorized('The Authorization header must be “Bearer <API_KEY>”.')
  const hash = hashKey(key)
  const found = await keys.find(hash, audience, counting)
  if (found === undefined || !sameHash(found.hash, hash))
    throw unauthorized(
      looksMistyped(key)
        ? 'This API key is incomplete or mistyped. Copy it again.'
        : 'This API key is unknown. Check that it belongs to this instance.',
    )
  if (found.revoked_at !== null) throw unauthorized('This API key was revoked. Ask for a new one.')
  if (found.expires_at !== null && found.expires_at <= clock.now())
    throw unauthorized(
      found.audience === null
        ? 'This API key has expired. Ask for a new one.'
        : 'This access token has expired. Renew it with the refresh token.',
    )
  const given = { role: null, scopes: keys.readScopes(found.scopes), publishing: keys.readPolicy(found) }
  const rights = found.person_id === null ? given : rightsOfPerson(found, given, audience)
  const unattended = keys.readUnattended(found)
  keys.used(found.key_id)
  const caller: KeyCaller = {
    userId: found.user_id,
    keyId: found.key_id,
    personId: null,
    ofPerson: found.person_id,
    session: null,
    name: found.name,
    plan: found.plan_id,
    ...rights,
    unattended,
    // Only an assistant can ask the person.
    publishing: unattended || audience === 'mcp' ? rights.publishing : { type: 'drafts' },
    isOperator: found.user_id === found.first_user_id && rights.scopes.includes('admin'),
    defaultProfileId: found.default_profile_id,
  }
  return { caller, counted: countedOf(found) }
}

type StoredKey = NonNullable<Awaited<ReturnType<KeyStore['find']>>>
type Rights = Pick<KeyCaller, 'role' | 'scopes' | 'publishing'>

/** A key has no more rights than its person has now. That of an application is the person's who authorized it. */
function rightsOfPerson(found: StoredKey, given: Rights, shownAt: Audience): Rights {
  const { role, audience } = found
  if (role === null)
    throw unauthorized(
      audience === null
        ? 'The person who made this key can no longer sign in here. Ask somebody else for a key.'
        : 'The person who authorized this application can no longer sign in here. Ask another person.',
    )
  if (audience !== null && audience !== shownAt)
    throw unauthorized(
      audience === 'mcp'
        ? 'This access token is only for assistants, at /mcp. For the API, create an API key.'
        : 'This access token is only for the API. For /mcp, create an API key.',
    )
  const own = scopesOf(role, isOperator(role, found))
  return {
    role,
    scopes: given.scopes.filter((scope) => own.includes(scope)),
    publishing: stricter(given.publishing, policyOf(role)),
  }
}

/** Throws `unauthorized` unless the token is that of a session that has not ended. */
export async function authenticateSession(
  token: string,
  sessions: SessionStore,
  clock: Clock,
  counting: RequestCount | null = null,
): Promise<AuthenticatedCaller<PersonCaller>> {
  const hash = hashOneTime(token)
  const found = await sessions.find(hash, clock.now(), counting)
  if (found === undefined || !sameHash(found.hash, hash)) throw unauthorized('Your session has ended. Sign in again.')
  sessions.used(found.session_id)
  const caller: PersonCaller = {
    userId: found.user_id,
    keyId: null,
    personId: found.person_id,
    role: found.role,
    session: { id: found.session_id, provenAt: found.proven_at },
    needsSecondFactor: needsSecondFactor(found, sessions.secondFactorFrom),
    name: found.name,
    plan: found.plan_id,
    scopes: scopesOf(found.role, isOperator(found.role, found)),
    isOperator: isOperator(found.role, found),
    publishing: policyOf(found.role),
    defaultProfileId: found.default_profile_id,
  }
  return { caller, counted: countedOf(found) }
}

/** The identity provider has its own second factor. */
const needsSecondFactor = (
  { role, totp_confirmed_at, oidc_subject }: NonNullable<Awaited<ReturnType<SessionStore['find']>>>,
  from: Role | null,
): boolean => from !== null && isAtLeast(role, from) && totp_confirmed_at === null && oidc_subject === null

const countedOf = ({ requests, window_ends }: { requests: number | null; window_ends: number | null }) =>
  requests === null || window_ends === null ? null : { requests, endsAt: window_ends }

/** The owner of the first user is the operator, who administers the whole instance. */
const isOperator = (role: Role, { user_id, first_user_id }: { user_id: number; first_user_id: number | null }) =>
  role === 'owner' && user_id === first_user_id

const scopesOf = (role: Role, operates: boolean): Scope[] => [
  'read',
  ...(isAtLeast(role, 'author') ? ['write' as const] : []),
  ...(operates ? ['admin' as const] : []),
]

const unauthorized = (message: string): PublicError =>
  new PublicError('unauthorized', message, { headers: { 'www-authenticate': 'Bearer realm="Polypost"' } })
