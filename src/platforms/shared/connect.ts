import type { JobError } from '../../domain/job-error.ts'
import type { Account, Credentials, LiveContext } from './context.ts'

/** OAuth 2.0 as data; `oauth.ts` does the rest. Hosts are names of `hosts`. */
export interface OAuthConnect {
  readonly kind: 'oauth'
  readonly authorize: Endpoint
  readonly token: Endpoint
  readonly revoke?: Endpoint
  /** What the end of an access is told by, where that is not the refresh token. */
  readonly revokes?: 'access_token'
  readonly scopes: readonly string[]
  /** What stands between them in the authorize address, where that is no space. */
  readonly scopeSeparator?: ','
  readonly pkce: boolean
  /** How the app shows its secret. */
  readonly clientAuth: 'basic' | 'body'
  /** What the parameter with the app's ID is called, where that is not `client_id`. */
  readonly clientIdName?: 'client_key'
  /** Further parameters of the authorize address. */
  readonly parameters?: Readonly<Record<string, string>>
  /** The platform's own way from a code to a login, where that is more than one call of the token endpoint. */
  readonly exchange?: (given: ReturnedCode, context: LiveContext) => Promise<Exchange>
}

/** What a browser brought back; a code is good once, and only with the address that it was brought to. */
export interface ReturnedCode {
  readonly code: string
  readonly redirectUri: string
}

/** Another way to sign in to a platform, with a developer app of its own. */
export interface OtherLogin {
  /** Prefix of the settings that hold the operator's developer app for it. */
  readonly app: string
  readonly connect: OAuthConnect
}

export interface Endpoint {
  readonly host: string
  readonly path: string
}

/** A handle and an app password instead of a browser. */
export interface PasswordConnect {
  readonly kind: 'password'
  readonly login: (given: { handle: string; password: string }, context: LiveContext) => Promise<Login>
}

export type Login =
  | { readonly type: 'in'; readonly credentials: Credentials }
  | { readonly type: 'refused'; readonly message: string }

/** What comes of a code; `unavailable` where nobody knows whether another try would succeed. */
export type Exchange = Login | { readonly type: 'unavailable'; readonly message: string }

export type Renewal =
  | { readonly type: 'renewed'; readonly credentials: Credentials }
  /** The platform recognisably refuses this login for good. */
  | { readonly type: 'refused'; readonly error: JobError; readonly message: string }
  | { readonly type: 'retry'; readonly message: string; readonly notBefore?: number }

/** Someone or something that can be published as. */
export interface Identity extends Account {
  readonly kind: 'account' | 'page' | 'board' | 'channel'
  readonly displayName: string | null
  readonly avatarUrl: string | null
  readonly profileUrl: string | null
  readonly accountType: string | null
  /** Scopes or permissions that publishing needs and the person did not grant. */
  readonly missingPermissions: readonly string[]
  /** When reading ends unless the person signs in anew, in milliseconds since 1970; where the platform has such a time. */
  readonly dataAccessEndsAt?: number | null | undefined
  /** Where it has credentials of its own, as a Page has. */
  readonly credentials?: Credentials
  readonly boardId?: string
  readonly pageId?: string
}
