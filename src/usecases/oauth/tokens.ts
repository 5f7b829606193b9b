import { createHash } from 'node:crypto'
import { newApiKey } from '../../crypto/api-key.ts'
import { hashOneTime, newOneTime } from '../../crypto/one-time.ts'
import { accessTokenLasts, longestGrant, longestGrantPause } from '../../domain/sign-in-times.ts'
import { inSeconds } from '../../domain/time.ts'
import type { Reader, Transaction } from '../../store/engine/database.ts'
import { findGrantedKey, readPolicy, readScopes, readUnattended, renewKey, revokeKey } from '../../store/people/keys.ts'
import { findMember, type Member } from '../../store/people/memberships.ts'
import {
  findGrantByCode,
  findGrantByFamily,
  type GrantRow,
  redeemGrant,
  rotateGrant,
} from '../../store/people/oauth-grants.ts'
import { keyTarget } from '../admin/make-key.ts'
import { newKey } from '../admin/new-key.ts'
import { audit } from '../audit.ts'
import { OAuthFault } from './fault.ts'
import { isResource, type OAuthServices } from './read-request.ts'

/** The fields of a request for tokens. */
export type TokenRequest = Readonly<Partial<Record<string, string>>>

const refreshPrefix = 'ppr_'
const familyLength = 43

/** The part of a refresh token that stays the same, by which a token that was replaced is recognised. */
export const familyOf = (refreshToken: string): string =>
  hashOneTime(refreshToken.slice(0, refreshPrefix.length + familyLength))

/** Exchanges a code or a refresh token for new tokens. Each works once; a second use ends everything that came of it. */
export async function issueTokens(services: OAuthServices, given: TokenRequest) {
  const { database, clock } = services
  const issue = { authorization_code: redeem, refresh_token: refresh }[given.grant_type ?? '']
  if (issue === undefined)
    throw new OAuthFault('unsupported_grant_type', 'The grant types are authorization_code and refresh_token.')
  // The access that a second use ends must stay ended, so a refusal does not undo the transaction.
  const tokens = await database.transaction((tx) => issue(tx, given, services, clock.now()))
  if (tokens === null)
    throw new OAuthFault(
      'invalid_grant',
      'The code or the token is unknown, has expired, was used already, or belongs to another application. Ask the person again.',
    )
  return tokens
}

async function redeem(tx: Transaction, given: TokenRequest, { publicUrl }: OAuthServices, now: number) {
  const { code = '', code_verifier = '', client_id, redirect_uri, resource } = given
  const grant = await findGrantByCode(tx, hashOneTime(code))
  if (grant === undefined) return null
  if (grant.redeemed_at !== null) return endAll(tx, grant, now)
  const isRight =
    grant.client_id === client_id &&
    grant.redirect_uri === redirect_uri &&
    grant.code_until > now &&
    grant.challenge === createHash('sha256').update(code_verifier).digest('base64url') &&
    isResource(resource, grant, publicUrl)
  const person = await activeMember(tx, grant)
  if (!isRight || person === null) return null
  const family = refreshPrefix + newOneTime()
  const next = newRefresh(family, grant, now)
  if (!(await redeemGrant(tx, grant.id, { family: hashOneTime(family), redeemed_at: now, ...next.stored })))
    return endAll(tx, grant, now)
  const made = newApiKey()
  const key = await newKey(tx, made, {
    userId: grant.user_id,
    name: `${grant.name} (${person.name})`.slice(0, 80),
    scopes: readScopes(grant.scopes),
    policy: readPolicy(grant),
    unattended: readUnattended(grant),
    expiresAt: now + accessTokenLasts,
    by: { type: 'person', id: person.id, name: person.name },
    grantId: grant.id,
    now,
  })
  await audit(tx, actorOf(grant, person), 'key.created', { now, target: keyTarget(key) })
  return shown(made.key, next, grant, now)
}

async function refresh(tx: Transaction, given: TokenRequest, { publicUrl }: OAuthServices, now: number) {
  const { refresh_token = '', client_id, resource } = given
  const grant = await findGrantByFamily(tx, familyOf(refresh_token))
  if (grant === undefined || grant.client_id !== client_id || !isResource(resource, grant, publicUrl)) return null
  const key = await findGrantedKey(tx, grant.id)
  if (!key || key.revoked_at !== null || grant.ends_at <= now || !(await activeMember(tx, grant))) return null
  const next = newRefresh(refresh_token.slice(0, refreshPrefix.length + familyLength), grant, now)
  if (!(await rotateGrant(tx, grant.id, hashOneTime(refresh_token), next.stored))) return endAll(tx, grant, now)
  const { key: token, hash, prefix } = newApiKey()
  await renewKey(tx, key.id, { hash, prefix, expires_at: now + accessTokenLasts })
  return shown(token, next, { ...grant, scopes: key.scopes }, now)
}

function newRefresh(family: string, { created_at }: GrantRow, now: number) {
  const token = family + newOneTime()
  const ends_at = Math.min(now + longestGrantPause, created_at + longestGrant)
  return { token, stored: { refresh: hashOneTime(token), ends_at } }
}

const shown = (token: string, next: ReturnType<typeof newRefresh>, { scopes }: GrantRow, now: number) => ({
  access_token: token,
  token_type: 'Bearer',
  expires_in: inSeconds(accessTokenLasts),
  refresh_token: next.token,
  refresh_token_expires_in: Math.floor(inSeconds(next.stored.ends_at - now)),
  scope: scopes,
})

/** The person, if they can still sign in for the user. */
async function activeMember(db: Reader, { user_id, person_id }: GrantRow): Promise<Member | null> {
  const member = await findMember(db, user_id, person_id)
  return member && member.disabled_at === null && member.person_disabled_at === null ? member : null
}

const actorOf = ({ user_id }: GrantRow, { id, name }: Member) => ({ userId: user_id, keyId: null, personId: id, name })

/** Somebody used a secret for the second time, so somebody else has it, too. */
async function endAll(tx: Transaction, grant: GrantRow, now: number): Promise<null> {
  await endGrant(tx, grant, now)
  return null
}

/** Ends an access: the key stops at once, and without it nothing can be refreshed. */
export async function endGrant(tx: Transaction, grant: GrantRow, now: number): Promise<void> {
  const key = await findGrantedKey(tx, grant.id)
  if (!key || key.revoked_at !== null) return
  await revokeKey(tx, key.id, now)
  const person = await findMember(tx, grant.user_id, grant.person_id)
  if (person) await audit(tx, actorOf(grant, person), 'key.revoked', { now, target: keyTarget(key) })
}
