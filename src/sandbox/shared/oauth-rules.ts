import type { Json } from '../../domain/outcome.ts'
import type { SimulatedReply, World } from './simulator.ts'

export interface Endpoint {
  readonly host: string
  readonly path: string
}

/** How a platform does OAuth 2.0, as data. What is left out is what RFC 6749 says. */
export interface OAuthRules {
  /** What people call the platform. */
  readonly title: string
  readonly authorize: Endpoint
  readonly token: Endpoint
  readonly revoke?: Endpoint
  /** All that an app may ask for. */
  readonly scopes: readonly string[]
  readonly scopeSeparator?: ',' | ' '
  readonly pkce: 'required' | 'accepted'
  /** How an app shows its secret. */
  readonly clientAuth: 'basic' | 'body' | 'either'
  /** An app without a secret may take part; it sends its ID in the body. */
  readonly publicClients?: true
  /** What the parameter with the app's ID is called, where that is not `client_id`. */
  readonly clientIdName?: string
  readonly codeSeconds?: number
  readonly accessSeconds: number
  /** Null: there are no refresh tokens. */
  readonly refresh: RefreshRules | null
  /** Makes the account, if it is not there yet, and gives its ID. */
  readonly accountId: (name: string, world: World) => string
  /** How the token endpoint says no. */
  readonly refuse?: (refusal: TokenRefusal) => SimulatedReply
  /** What the token endpoint answers. */
  readonly answer?: (issued: IssuedTokens, world: World) => Json
}

export interface RefreshRules {
  /** Of a token that is not used; null where it never ends. */
  readonly seconds: number | null
  /** Every refresh gives a new token, and one that comes back after it was used ends the whole login. */
  readonly rotates: boolean
  /** Only who asked for this scope gets one. */
  readonly scope?: string
}

export interface IssuedTokens {
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
