import { authorizePage, consent, decide } from './oauth-consent.ts'
import type { OAuthRules } from './oauth-rules.ts'
import { type Bearer, bearer, exchange, revoke } from './oauth-tokens.ts'
import type { SimulatedLogin, SimulatedRequest, SimulatedRoute, World } from './simulator.ts'

export interface SimulatedOAuth {
  /** The consent page, the token endpoint and, if there is one, the revocation endpoint. */
  readonly routes: readonly SimulatedRoute[]
  /** The login of a call, by its `Authorization: Bearer`. */
  readonly bearer: (request: SimulatedRequest, world: World) => Bearer
  /** The same for a token that was sent in another way. */
  readonly holder: (token: string | null, world: World) => Bearer
  readonly login: (name: string) => SimulatedLogin
}

export function simulateOAuth(rules: OAuthRules): SimulatedOAuth {
  const { authorize, token } = rules
  return {
    routes: [
      {
        ...authorize,
        method: 'GET',
        operation: null,
        isPage: true,
        handle: (request, world) => authorizePage(rules, request.query, world),
      },
      {
        ...authorize,
        method: 'POST',
        operation: null,
        isPage: true,
        handle: (request, world) => decide(rules, request.form(), world),
      },
      {
        ...token,
        method: 'POST',
        operation: 'token',
        handle: (request, world) => exchange(rules, request, world),
      },
      ...revokeRoute(rules),
    ],
    bearer: (request, world) => bearer(tokenOf(request), world),
    holder: bearer,
    login: (name) => ({
      kind: 'oauth',
      consent: (authorizeUrl, world) => consent(rules, authorizeUrl.searchParams, name, world),
    }),
  }
}

const revokeRoute = (rules: OAuthRules): SimulatedRoute[] =>
  rules.revoke
    ? [
        {
          ...rules.revoke,
          method: 'POST',
          operation: 'token',
          handle: (request, world) => revoke(rules, request, world),
        },
      ]
    : []

const tokenOf = ({ headers }: SimulatedRequest): string | null =>
  /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null
