import { z } from 'zod'
import type { Json } from '../../domain/outcome.ts'
import { day, hour, inSeconds, second } from '../../domain/time.ts'
import { simulatedApp } from './app.ts'
import { ok, parametersOf, refuse, tokenOf } from './graph.ts'
import type { DeclinedScopes } from './kinds.ts'
import { authorizePage, consent, decide } from './oauth-consent.ts'
import type { Endpoint, OAuthRules } from './oauth-rules.ts'
import { codes, logins, secretText } from './oauth-store.ts'
import type { SimulatedLogin, SimulatedReply, SimulatedRequest, SimulatedRoute, World } from './simulator.ts'

/** How one of Meta's platforms lets people sign in, as data. */
export interface GraphLoginRules {
  readonly title: string
  readonly authorize: Endpoint
  /** All scopes that an app can request. */
  readonly scopes: readonly string[]
  readonly code: Endpoint & { readonly method: 'GET' | 'POST' }
  /** Where a short-lived token becomes a long-lived one: the parameter that it comes in. */
  readonly long: Endpoint & { readonly grant: string; readonly parameter: 'fb_exchange_token' | 'access_token' }
  readonly renew?: Endpoint & { readonly grant: string; readonly scope: string }
  /** Facebook Login for Business: `config_id` can replace the scopes. */
  readonly configurations?: true
  /** The token endpoints are also served below this path. */
  readonly alsoBelow?: string
  readonly shortSeconds: number
  /** Creates the account if it does not exist, and returns its ID. */
  readonly accountId: (name: string, world: World) => string
  readonly declined?: DeclinedScopes
  /** The scopes that a person grants, of those requested; all of them by default. */
  readonly granted?: (accountId: string, scopes: readonly string[], world: World) => readonly string[]
  /** Fields that the exchange of a code returns in addition to the token. */
  readonly codeAnswer?: (issued: { readonly accountId: string; readonly scopes: readonly string[] }) => Json
  /** Accounts whose tokens are about to end and can be renewed at once. */
  readonly isAging?: (accountId: string, world: World) => boolean
  /** How it refuses a code, if not in the form of the Graph API. */
  readonly refuseCode?: (message: string) => SimulatedReply
}

const token = z.object({
  login: z.string(),
  kind: z.enum(['short', 'long', 'page']),
  accountId: z.string(),
  issuedAt: z.number(),
  /** Null: it has no end of its own. */
  expiresAt: z.number().nullable(),
})

type Token = z.output<typeof token>

export type Holder =
  | {
      readonly type: 'granted'
      readonly accountId: string
      readonly kind: Token['kind']
      readonly scopes: readonly string[]
      readonly login: string
      readonly issuedAt: number
      readonly expiresAt: number | null
    }
  | { readonly type: 'refused'; readonly why: 'missing' | 'unknown' | 'expired' | 'revoked' }

const longLife = 60 * day
/** So short that a client renews the token before it uses it. */
const agingLife = 50 * second
const codeSeconds = inSeconds(hour)

const readToken = (text: string, world: World): Token | undefined =>
  token.safeParse(world.documents('graph_tokens').get(text)).data

/** Page tokens too: those that a Page has by a person's login end with it. */
export function issueToken(world: World, issued: Omit<Token, 'issuedAt'>): string {
  const text = secretText('graph token', world)
  world.documents('graph_tokens').put(text, { ...issued, issuedAt: world.now() })
  return text
}

/** The login of a call, wherever its token is. */
export const holderOf = (request: SimulatedRequest, world: World): Holder => holder(tokenOf(request), world)

export function holder(text: string | null, world: World): Holder {
  if (text === null) return { type: 'refused', why: 'missing' }
  const found = readToken(text, world)
  const login = found && logins(world).get(found.login)
  if (!found || !login) return { type: 'refused', why: 'unknown' }
  if (login.dead) return { type: 'refused', why: 'revoked' }
  if (found.expiresAt !== null && found.expiresAt <= world.now()) return { type: 'refused', why: 'expired' }
  return { ...found, type: 'granted', scopes: login.scopes }
}

const tokenFaults = {
  missing: { code: 104, message: 'An access token is required to request this resource.' },
  unknown: { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' },
  expired: { code: 190, subcode: 463, message: 'Error validating access token: Session has expired.' },
  revoked: {
    code: 190,
    subcode: 458,
    message: 'Error validating access token: The user has not authorized application.',
  },
} as const

export const refuseToken = (why: keyof typeof tokenFaults, world: World): SimulatedReply =>
  refuse(tokenFaults[why], world)

/** Ends a token alone, as time does. */
export function expireToken(text: string | null, world: World): void {
  const found = text === null ? undefined : readToken(text, world)
  if (text !== null && found) world.documents('graph_tokens').put(text, { ...found, expiresAt: world.now() })
}

/** When a login ends for good; null: never. */
export const endOf = (login: string, world: World): number | null => logins(world).get(login)?.endsAt ?? null

/** Ends a login: none of its tokens works any more. */
export function endLogin(login: string, world: World): void {
  const found = logins(world).get(login)
  if (found) logins(world).put(login, { ...found, dead: true })
}

export interface SimulatedGraphLogin {
  readonly routes: readonly SimulatedRoute[]
  readonly login: (name: string) => SimulatedLogin
}

export function simulateGraphLogin(rules: GraphLoginRules): SimulatedGraphLogin {
  const consenting: OAuthRules = {
    ...rules,
    token: rules.code,
    scopeSeparator: ',',
    pkce: 'accepted',
    responseTypeOptional: true,
    clientAuth: 'body',
    codeSeconds,
    accessSeconds: rules.shortSeconds,
    refresh: null,
  }
  const { authorize, code, long, renew } = rules
  // Meta accepts both methods at each of them (what published clients send, 2026-08).
  const ends = [code, long, ...(renew ? [renew] : [])].flatMap(({ host, path }) =>
    ['', rules.alsoBelow ?? ''].flatMap((prefix) => [
      { method: 'GET' as const, host, path: prefix + path },
      { method: 'POST' as const, host, path: prefix + path },
    ]),
  )
  const distinct = new Map(ends.map((at) => [`${at.method} ${at.host} ${at.path}`, at]))
  return {
    routes: [
      {
        ...authorize,
        method: 'GET',
        operation: null,
        isPage: true,
        handle: ({ query }, world) => authorizePage(consenting, query, world),
      },
      {
        ...authorize,
        method: 'POST',
        operation: null,
        isPage: true,
        handle: (request, world) => decide(consenting, request.form(), world),
      },
      ...[...distinct.values()].map(
        (at): SimulatedRoute => ({
          ...at,
          operation: 'token',
          handle: (request, world) => exchange(rules, parametersOf(request), world),
        }),
      ),
    ],
    login: (name) => ({
      kind: 'oauth',
      consent: (url, world) => consent(consenting, url.searchParams, name, world),
    }),
  }
}

type Parameters = Readonly<Record<string, string>>

function exchange(rules: GraphLoginRules, parameters: Parameters, world: World): SimulatedReply {
  const { grant_type: grant = 'authorization_code' } = parameters
  if (grant === 'authorization_code') return fromCode(rules, parameters, world)
  if (grant === rules.long.grant) return toLong(rules, parameters, world)
  if (rules.renew && grant === rules.renew.grant) return renewed(rules, rules.renew, parameters, world)
  return refuse({ code: 100, message: `Invalid grant_type: ${grant}` }, world)
}

function wrongApp({ client_id: id, client_secret: secret }: Parameters, world: World): SimulatedReply | null {
  if (id !== undefined && id !== simulatedApp.clientId)
    return refuse({ code: 101, message: 'Error validating application. Invalid application ID.' }, world)
  if (secret !== simulatedApp.clientSecret)
    return refuse({ code: 1, message: 'Error validating client secret.' }, world)
  return null
}

/** A code is good once, and only at the address that it was made for. */
function fromCode(rules: GraphLoginRules, parameters: Parameters, world: World): SimulatedReply {
  const { code: id = '', redirect_uri: redirectUri } = parameters
  const wrong = wrongApp({ client_id: '', ...parameters }, world)
  if (wrong) return wrong
  const code = codes(world).get(id)
  const no = (message: string, subcode: number) =>
    rules.refuseCode?.(message) ?? refuse({ code: 100, subcode, message }, world)
  if (!code || code.login !== null) return no('This authorization code has been used.', 36_009)
  if (code.expiresAt <= world.now()) return no('This authorization code has expired.', 36_007)
  if (code.redirectUri !== redirectUri)
    return no('Error validating verification code. The redirect_uri is not identical.', 36_008)
  const { accountId } = code
  const scopes = [...(rules.granted?.(accountId, code.scopes, world) ?? code.scopes)]
  const login = secretText('login', world)
  logins(world).put(login, { accountId, scopes, dead: false, endsAt: code.endsAt })
  codes(world).put(id, { ...code, login })
  const expiresAt = Math.min(
    world.now() + world.scaled(rules.shortSeconds * second),
    code.endsAt ?? Number.POSITIVE_INFINITY,
  )
  const text = issueToken(world, { login, kind: 'short', accountId, expiresAt })
  const more = rules.codeAnswer?.({ accountId, scopes }) ?? { token_type: 'bearer', expires_in: rules.shortSeconds }
  return ok({ access_token: text, ...z.record(z.string(), z.json()).parse(more) })
}

function toLong(rules: GraphLoginRules, parameters: Parameters, world: World): SimulatedReply {
  const wrong = wrongApp(parameters, world)
  if (wrong) return wrong
  const found = holder(parameters[rules.long.parameter] ?? null, world)
  if (found.type === 'refused') return refuseToken(found.why, world)
  return longToken(rules, found, world)
}

/** A token that is younger than a day, or has ended, is not renewed. */
function renewed(
  rules: GraphLoginRules,
  { scope }: { readonly scope: string },
  parameters: Parameters,
  world: World,
): SimulatedReply {
  const found = holder(parameters.access_token ?? null, world)
  if (found.type === 'refused') return refuseToken(found.why, world)
  if (found.kind !== 'long' || !found.scopes.includes(scope))
    return refuse({ code: 10, message: '(#10) Application does not have permission for this action' }, world)
  if (endOf(found.login, world) !== null) return refuseToken('revoked', world)
  const isAging = rules.isAging?.(found.accountId, world) === true
  if (!isAging && found.issuedAt + world.scaled(day) > world.now())
    return refuse({ code: 100, message: 'The access token is not old enough to be refreshed.' }, world)
  return longToken(rules, found, world)
}

/** It lasts 60 days of the caller's time, whatever the scale of simulated time. */
function longToken(
  { isAging }: GraphLoginRules,
  { login, accountId }: Extract<Holder, { type: 'granted' }>,
  world: World,
): SimulatedReply {
  const usual = isAging?.(accountId, world) ? agingLife : longLife
  const life = Math.min(usual, (endOf(login, world) ?? Number.POSITIVE_INFINITY) - world.now())
  const text = issueToken(world, { login, kind: 'long', accountId, expiresAt: world.now() + life })
  return ok({ access_token: text, token_type: 'bearer', expires_in: Math.floor(life / second) })
}
