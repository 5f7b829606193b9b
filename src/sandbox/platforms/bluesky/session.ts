import { z } from 'zod'
import type { Json } from '../../../domain/outcome.ts'
import { day, hour, inSeconds, minute } from '../../../domain/time.ts'
import type { SimulatedReply, SimulatedRequest, World } from '../../shared/simulator.ts'
import { type Account, didDocument, findAccount } from './accounts.ts'
import {
  authMissing,
  invalidRequest,
  RefusedRequest,
  revokedToken,
  takenDown,
  wrongLogin,
  wrongTokenKind,
} from './errors.ts'
import { countLogin } from './limits.ts'
import { type Claims, makeToken, readToken, secondsNow } from './tokens.ts'

// PDS source of 2026-08-20: how long tokens are valid, and how long a used refresh token still returns its successor.
const accessSeconds = inSeconds(2 * hour)
const refreshSeconds = inSeconds(90 * day)
const graceSeconds = inSeconds(2 * hour)

const scopes = { access: 'com.atproto.appPass', refresh: 'com.atproto.refresh' } as const

/** Refresh tokens by ID. */
const session = z.object({ did: z.string(), expiresAt: z.number(), next: z.string().nullable() })

const sessions = (world: World) => world.documents('sessions')

const login = z.object({ identifier: z.string(), password: z.string() })

export function createSession(request: SimulatedRequest, world: World): SimulatedReply {
  const given = login.safeParse(request.json())
  if (!given.success) throw invalidRequest('Input must have the properties "identifier" and "password"')
  const account = findAccount(given.data.identifier.trim(), world)
  const headers = countLogin(account?.did ?? given.data.identifier, world)
  if (account?.appPassword !== given.data.password || hasEnded(account, world)) throw wrongLogin()
  if (account.standing === 'takendown') throw takenDown()
  return { status: 200, headers, body: newSession(account, newId(world), world) }
}

/** An app password that was deleted ends its sessions too. */
const hasEnded = ({ passwordEndsAt }: Account, world: World): boolean =>
  passwordEndsAt !== null && passwordEndsAt <= world.now()

const newId = (world: World): string => `session-${world.next('session')}-${Math.floor(world.now())}`

function newSession(account: Account, jti: string, world: World): Json {
  const now = secondsNow(world)
  const end = account.passwordEndsAt === null ? Number.POSITIVE_INFINITY : Math.floor(inSeconds(account.passwordEndsAt))
  const accessEnd = Math.min(now + accessSeconds, end)
  const common = { sub: account.did, aud: serverDid(world) }
  sessions(world).put(jti, { did: account.did, expiresAt: now + refreshSeconds, next: null })
  return {
    accessJwt: makeToken('at+jwt', { ...common, scope: scopes.access, jti: newId(world) }, accessEnd, world),
    refreshJwt: makeToken('refresh+jwt', { ...common, scope: scopes.refresh, jti }, now + refreshSeconds, world),
    ...about(account, world),
  }
}

const about = (account: Account, world: World): Readonly<Record<string, Json>> => ({
  did: account.did,
  handle: account.handle,
  didDoc: didDocument(account, world),
  email: `${account.did.slice(-8)}@example.com`,
  emailConfirmed: account.emailConfirmed,
  emailAuthFactor: false,
  active: account.standing === 'active',
  ...(account.standing !== 'active' && { status: account.standing }),
})

/** A server is identified by its host alone, without the rest of its URL. */
export const serverDid = (world: World): string => `did:web:${new URL(world.address('pds')).hostname}`

/** A used token returns its successor, for some time the same one again, so that a lost response does no harm. */
export function refreshSession(request: SimulatedRequest, world: World): SimulatedReply {
  const { jti } = refreshClaims(request, world)
  const now = secondsNow(world)
  const found = session.safeParse(sessions(world).get(jti))
  if (!found.success || found.data.expiresAt <= now) throw revokedToken()
  const account = findAccount(found.data.did, world)
  if (!account) throw invalidRequest(`Could not find user info for account: ${found.data.did}`)
  if (account.standing === 'takendown') throw takenDown()
  if (hasEnded(account, world)) throw revokedToken()
  const next = found.data.next ?? newId(world)
  const expiresAt = Math.min(found.data.expiresAt, now + graceSeconds)
  sessions(world).put(jti, { ...found.data, next, expiresAt })
  return { status: 200, body: newSession(account, next, world) }
}

export function deleteSession(request: SimulatedRequest, world: World): SimulatedReply {
  sessions(world).remove(refreshClaims(request, world).jti)
  return { status: 200 }
}

export function getSession(request: SimulatedRequest, world: World): Json {
  return about(authorized(request, world), world)
}

export function tokenOf({ headers }: SimulatedRequest): string {
  const token = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
  if (token === undefined) throw authMissing()
  return token
}

function refreshClaims(request: SimulatedRequest, world: World): Claims {
  const claims = readToken(tokenOf(request), world)
  if (claims.scope !== scopes.refresh) throw wrongTokenKind()
  return claims
}

/**
 * The account of an access token. As on the real server, the session itself is not checked (PDS source, 2026-08-20).
 */
export function authorized(request: SimulatedRequest, world: World): Account {
  const claims = readToken(tokenOf(request), world)
  if (claims.scope !== scopes.access) throw wrongTokenKind()
  const account = findAccount(claims.sub ?? '', world)
  if (!account) throw new RefusedRequest(403, 'AccountNotFound', 'Account not found')
  if (account.standing === 'takendown') throw takenDown()
  return account
}

/** The same, for an account that may write. */
export function writer(request: SimulatedRequest, world: World): Account {
  const account = authorized(request, world)
  if (account.standing === 'deactivated') throw new RefusedRequest(401, 'AccountDeactivated', 'Account is deactivated')
  return account
}

// PDS source of 2026-08-20; in seconds.
const longestServiceTokenSeconds = inSeconds(hour)
const longestTokenForAllSeconds = inSeconds(minute)

/** A token that allows another service to call one method of this server for some time. */
export function getServiceAuth(request: SimulatedRequest, world: World): Json {
  const account = authorized(request, world)
  const { aud, lxm, exp: requested } = readServiceQuery(request.query)
  const now = secondsNow(world)
  const exp = requested ?? now + longestTokenForAllSeconds
  const longest = lxm === null ? longestTokenForAllSeconds : longestServiceTokenSeconds
  if (exp <= now) throw new RefusedRequest(400, 'BadExpiration', 'expiration is in past')
  if (exp > now + longest)
    throw new RefusedRequest(400, 'BadExpiration', `expiration is more than ${longest} seconds in the future`)
  return { token: makeToken('JWT', { iss: account.did, aud, lxm, jti: newId(world) }, exp, world) }
}

function readServiceQuery(query: URLSearchParams) {
  const aud = query.get('aud') ?? ''
  const exp = query.get('exp')
  if (!/^did:[a-z]+:.+$/.test(aud)) throw invalidRequest('Error: aud must be a valid did')
  if (exp !== null && !/^\d{1,12}$/.test(exp)) throw invalidRequest('Error: exp must be an integer')
  return { aud, lxm: query.get('lxm'), exp: exp === null ? null : Number(exp) }
}
