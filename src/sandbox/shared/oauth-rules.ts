import type { Json } from '../../domain/outcome.ts'
import type { DeclinedScopes } from './kinds.ts'
import type { SimulatedReply, World } from './simulator.ts'

export interface Endpoint {
  readonly host: string
  readonly path: string
}

/** How a platform does OAuth 2.0, as data. The defaults are those of RFC 6749. */
export interface OAuthRules {
  /** The name that people use for the platform. */
  readonly title: string
  readonly authorize: Endpoint
  readonly token: Endpoint
  readonly revoke?: Endpoint
  /** All scopes that an app can request. */
  readonly scopes: readonly string[]
  /** Whether `config_id` can replace the scopes: a saved list of what the app asks for. */
  readonly configurations?: true
  readonly scopeSeparator?: ',' | ' '
  /** Scopes are also accepted with commas between them. */
  readonly acceptsCommas?: true
  /** The error with which the browser is sent back if the app lacks a scope; without it, a page shows the fault. */
  readonly lackedScope?: (scope: string) => { readonly error: string; readonly error_description: string }
  readonly pkce: 'required' | 'accepted'
  /** A verifier without a challenge is ignored. */
  readonly ignoresVerifier?: true
  /** A challenge can also be the hash in hexadecimal digits. */
  readonly hexChallenge?: true
  /** An authorize address without `response_type` means `code`. */
  readonly responseTypeOptional?: true
  /** How an app sends its secret. */
  readonly clientAuth: 'basic' | 'body' | 'either'
  /** An app without a secret is accepted; it sends its ID in the body. */
  readonly publicClients?: true
  /** The name of the parameter with the app's ID, if it is not `client_id`. */
  readonly clientIdName?: string
  /** The token endpoint also reads the parameters of its query. */
  readonly tokenQuery?: true
  readonly codeSeconds?: number
  readonly accessSeconds: number
  /** Null: there are no refresh tokens. */
  readonly refresh: RefreshRules | null
  /** Creates the account if it does not exist, and returns its ID. */
  readonly accountId: (name: string, world: World) => string
  readonly declined?: DeclinedScopes
  /** How the token endpoint refuses. */
  readonly refuse?: (refusal: TokenRefusal) => SimulatedReply
  /** The answer of the token endpoint. */
  readonly answer?: (issued: IssuedTokens, world: World) => Json
}

export interface RefreshRules {
  /** How long an unused token lives; null: forever. */
  readonly seconds: number | null
  /** Every refresh returns a new token. A used one that comes back ends the whole login. */
  readonly rotates: boolean
  /** Only logins with this scope get one. */
  readonly scope?: string
}

export interface IssuedTokens {
  readonly grant: 'authorization_code' | 'refresh_token'
  readonly accountId: string
  readonly accessToken: string
  readonly accessSeconds: number
  readonly refreshToken: string | null
  readonly refreshSeconds: number | null
  readonly scopes: readonly string[]
}

export interface TokenRefusal {
  readonly reason: 'client' | 'grant_type' | 'code' | 'redirect_uri' | 'code_verifier' | 'refresh_token'
  /** As in RFC 6749. */
  readonly error: 'invalid_client' | 'unsupported_grant_type' | 'invalid_grant'
  readonly message: string
}
