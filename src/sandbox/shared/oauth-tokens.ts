import { createHash } from 'node:crypto'
import { inSeconds, second } from '../../domain/time.ts'
import { simulatedApp } from './app.ts'
import type { IssuedTokens, OAuthRules, TokenRefusal } from './oauth-rules.ts'
import { accessTokens, type Code, codes, logins, refreshTokens, secretText } from './oauth-store.ts'
import type { SimulatedReply, SimulatedRequest, World } from './simulator.ts'

export type Bearer =
  | { readonly type: 'granted'; readonly accountId: string; readonly scopes: readonly string[] }
  | { readonly type: 'refused'; readonly why: 'missing' | 'unknown' | 'expired' | 'revoked' }

export function bearer(token: string | null, world: World): Bearer {
  if (token === null) return { type: 'refused', why: 'missing' }
  const found = accessTokens(world).get(token)
  const login = found && logins(world).get(found.login)
  if (!found || !login) return { type: 'refused', why: 'unknown' }
  if (login.dead) return { type: 'refused', why: 'revoked' }
  if (found.expiresAt <= world.now()) return { type: 'refused', why: 'expired' }
  return { type: 'granted', accountId: login.accountId, scopes: login.scopes }
}

/** The token endpoint. */
export function exchange(rules: OAuthRules, request: SimulatedRequest, world: World): SimulatedReply {
  const form = tokenParameters(rules, request)
  const done = knowsClient(rules, request) ? exchangeGrant(rules, form, world) : 'client'
  return typeof done === 'string' ? refuse(rules, done) : answer(rules, done, world)
}

const tokenParameters = ({ tokenQuery }: OAuthRules, { query, form }: SimulatedRequest): URLSearchParams =>
  tokenQuery ? new URLSearchParams([...query, ...form()]) : form()

function exchangeGrant(rules: OAuthRules, form: URLSearchParams, world: World): ExchangeResult {
  const grant = form.get('grant_type')
  if (grant === 'authorization_code') return exchangeCode(rules, form, world)
  if (grant === 'refresh_token' && rules.refresh) return exchangeRefreshToken(rules, form, world)
  return 'grant_type'
}

type Reason = TokenRefusal['reason']
type ExchangeResult = IssuedTokens | Reason

/** A code works once. If it comes back, somebody else read it, and its tokens end (RFC 6749, 4.1.2). */
function exchangeCode(rules: OAuthRules, form: URLSearchParams, world: World): ExchangeResult {
  const id = form.get('code') ?? ''
  const code = codes(world).get(id)
  if (code?.login) end(code.login, world)
  if (!code || code.login !== null || code.expiresAt <= world.now()) return 'code'
  const login = secretText('login', world)
  logins(world).put(login, { accountId: code.accountId, scopes: code.scopes, dead: false, endsAt: code.endsAt })
  codes(world).put(id, { ...code, login })
  if (form.get('redirect_uri') !== code.redirectUri) return 'redirect_uri'
  return verifies(code, form.get('code_verifier'), rules)
    ? issue(rules, 'authorization_code', login, world)
    : 'code_verifier'
}

function verifies({ challenge }: Code, verifier: string | null, rules: OAuthRules): boolean {
  if (challenge === null) return verifier === null || rules.ignoresVerifier === true
  if (verifier === null) return false
  if (challenge.method === 'plain') return verifier === challenge.value
  const hash = createHash('sha256').update(verifier).digest()
  return (
    hash.toString('base64url') === challenge.value ||
    (rules.hexChallenge === true && hash.toString('hex') === challenge.value)
  )
}

function exchangeRefreshToken(rules: OAuthRules, form: URLSearchParams, world: World): ExchangeResult {
  const id = form.get('refresh_token') ?? ''
  const token = refreshTokens(world).get(id)
  const login = token && logins(world).get(token.login)
  if (!login || login.dead || login.endsAt !== null) return 'refresh_token'
  if (token.used) {
    end(token.login, world)
    return 'refresh_token'
  }
  if (token.expiresAt !== null && token.expiresAt <= world.now()) return 'refresh_token'
  if (!rules.refresh?.rotates) return issue(rules, 'refresh_token', token.login, world, id)
  refreshTokens(world).put(id, { ...token, used: true })
  return issue(rules, 'refresh_token', token.login, world)
}

/** New tokens of a login, with its old refresh token if it keeps that. */
function issue(
  rules: OAuthRules,
  grant: IssuedTokens['grant'],
  login: string,
  world: World,
  refreshToken: string | null = null,
): ExchangeResult {
  const { accountId = '', scopes = [], endsAt = null } = logins(world).get(login) ?? {}
  const accessSeconds = endsAt === null ? rules.accessSeconds : Math.max(0, Math.floor(inSeconds(endsAt - world.now())))
  const accessToken = secretText('access token', world)
  accessTokens(world).put(accessToken, { login, expiresAt: world.now() + accessSeconds * second })
  return {
    grant,
    accountId,
    accessToken,
    accessSeconds,
    refreshToken: refreshToken ?? newRefreshToken(rules, login, scopes, world),
    refreshSeconds: rules.refresh?.seconds ?? null,
    scopes,
  }
}

function newRefreshToken(
  { refresh }: OAuthRules,
  login: string,
  scopes: readonly string[],
  world: World,
): string | null {
  if (refresh === null || (refresh.scope !== undefined && !scopes.includes(refresh.scope))) return null
  const token = secretText('refresh token', world)
  const expiresAt = refresh.seconds === null ? null : world.now() + refresh.seconds * second
  refreshTokens(world).put(token, { login, expiresAt, used: false })
  return token
}

/** Whether the app is the known one, and sends its secret the way the platform requires. */
function knowsClient(rules: OAuthRules, request: SimulatedRequest): boolean {
  const inHeader = basicOf(request.headers.authorization)
  const form = tokenParameters(rules, request)
  const id = form.get(rules.clientIdName ?? 'client_id')
  const secret = form.get('client_secret')
  if (inHeader !== null)
    return (
      rules.clientAuth !== 'body' &&
      inHeader.id === simulatedApp.clientId &&
      inHeader.secret === simulatedApp.clientSecret
    )
  if (id !== simulatedApp.clientId) return false
  if (secret === null) return rules.publicClients === true
  return rules.clientAuth !== 'basic' && secret === simulatedApp.clientSecret
}

function basicOf(header: string | undefined): { id: string; secret: string } | null {
  const encoded = /^Basic +(\S+) *$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return null
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return { id: decoded(id), secret: decoded(secret) }
}

/** Both halves are encoded as in a form (RFC 6749, 2.3.1), which many apps forget. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Ends a whole login by any of its tokens; a token that is not known is as good as ended (RFC 7009, 2.2). */
export function revoke(rules: OAuthRules, request: SimulatedRequest, world: World): SimulatedReply {
  if (!knowsClient(rules, request)) return refuse(rules, 'client')
  const token = request.form().get('token') ?? ''
  const found = accessTokens(world).get(token) ?? refreshTokens(world).get(token)
  if (found) end(found.login, world)
  return { status: 200, body: { revoked: true } }
}

function end(login: string, world: World): void {
  const found = logins(world).get(login)
  if (found) logins(world).put(login, { ...found, dead: true })
}

const refusals: Readonly<Record<Reason, Omit<TokenRefusal, 'reason'>>> = {
  client: { error: 'invalid_client', message: 'The app is not known, or did not show its secret as it has to.' },
  grant_type: { error: 'unsupported_grant_type', message: 'There is no such grant type here.' },
  code: { error: 'invalid_grant', message: 'The authorization code is not known, was used before, or is too old.' },
  redirect_uri: { error: 'invalid_grant', message: 'The redirect_uri is not the one that the code was made for.' },
  code_verifier: { error: 'invalid_grant', message: 'The code_verifier does not fit the code_challenge.' },
  refresh_token: { error: 'invalid_grant', message: 'The refresh token is not known, was used before, or has ended.' },
}

function refuse(rules: OAuthRules, reason: Reason): SimulatedReply {
  const refusal = { reason, ...refusals[reason] }
  if (rules.refuse) return rules.refuse(refusal)
  return {
    status: refusal.error === 'invalid_client' ? 401 : 400,
    headers: { 'cache-control': 'no-store' },
    body: { error: refusal.error, error_description: refusal.message },
  }
}

function answer(rules: OAuthRules, issued: IssuedTokens, world: World): SimulatedReply {
  const body = rules.answer?.(issued, world) ?? {
    token_type: 'bearer',
    expires_in: issued.accessSeconds,
    access_token: issued.accessToken,
    scope: issued.scopes.join(rules.scopeSeparator ?? ' '),
    ...(issued.refreshToken === null ? {} : { refresh_token: issued.refreshToken }),
  }
  return { status: 200, headers: { 'cache-control': 'no-store' }, body }
}
