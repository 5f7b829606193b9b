import { z } from 'zod'
import type { JobError } from '../../domain/job-error.ts'
import type { Account, Credentials, LiveContext } from './context.ts'
import type { PageRoles, Scope } from './scope.ts'
import type { PlatformReason } from './sign-in-refusal.ts'

/** OAuth 2.0 as data; `oauth.ts` does the rest. Hosts are names of `hosts`. */
export interface OAuthConnect {
  readonly kind: 'oauth'
  readonly authorize: Endpoint
  readonly token: Endpoint
  readonly revoke?: Endpoint
  /** The token that is sent to revoke the access, if that is not the refresh token. */
  readonly revokes?: 'access_token'
  readonly scopes: readonly Scope[]
  /** The setting that chooses the optional scopes, if that is not `scopes`; see `scopesField`. */
  readonly scopesField?: string
  /** Rights of a person at a Page; `discover` lists missing ones with the missing scopes if the platform reports them. */
  readonly roles?: PageRoles
  /** The separator of scopes in the authorization URL, if that is not a space. */
  readonly scopeSeparator?: ','
  readonly pkce: boolean
  /** How the app sends its secret. */
  readonly clientAuth: 'basic' | 'body'
  /** The platform has apps without a secret, which sign in as well. */
  readonly secretOptional?: true
  /** Name of the parameter with the app's ID, if that is not `client_id`. */
  readonly clientIdName?: 'client_key'
  /** Name of the setting with the ID of a login configuration at the platform, which then replaces the scopes in the URL. */
  readonly configuration?: string
  /** Further parameters of the authorization URL. */
  readonly parameters?: Readonly<Record<string, string>>
  /** The platform's own exchange of a code, if that needs more than one call of the token endpoint. */
  readonly exchange?: (given: ReturnedCode, context: LiveContext) => Promise<Exchange>
}

/** The code that the browser returned. It is valid once, and only with the redirect URI that it was returned to. */
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

/** A form of Polypost instead of a page of the platform. All of its fields are secret: no log or error contains one. */
export interface FormConnect {
  readonly kind: 'password' | 'token' | 'webhook_url'
  readonly fields: readonly FormField[]
  /** `given` has a value for each field, in the form that the field asks for. */
  readonly login: (given: Readonly<Record<string, string>>, context: LiveContext) => Promise<Login>
}

export interface FormField {
  /** As callers name it in `fields`. */
  readonly name: string
  readonly kind: 'text' | 'secret' | 'host' | 'url'
  readonly title: string
  readonly hint: string
  /** Maximum length in characters. */
  readonly max: number
  /** Further rules; the messages never repeat the value. */
  readonly form?: z.ZodType<string, string>
}

export type Connect = OAuthConnect | FormConnect

/** A person signs in on a page of the platform. */
export const usesBrowser = (connect: Connect): connect is OAuthConnect => connect.kind === 'oauth'

/** Schema of the values that a field accepts. */
export const formOf = ({ form, max }: FormField): z.ZodType<string, string> =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .pipe(form ?? z.string())

export type Login =
  | { readonly type: 'in'; readonly credentials: Credentials }
  | { readonly type: 'refused'; readonly message: string; readonly reason?: PlatformReason }

/** The result of exchanging a code; `unavailable`: another attempt may succeed or not. */
export type Exchange =
  | Login
  | { readonly type: 'unavailable'; readonly message: string; readonly reason?: PlatformReason }

export type Renewal =
  | { readonly type: 'renewed'; readonly credentials: Credentials }
  /** The platform permanently refuses this login. */
  | { readonly type: 'refused'; readonly error: JobError; readonly message: string }
  | { readonly type: 'retry'; readonly message: string; readonly notBefore?: number }

/** An account, Page, board or channel that a login can publish as. */
export interface Identity extends Account {
  readonly kind: 'account' | 'page' | 'board' | 'channel'
  readonly displayName: string | null
  readonly avatarUrl: string | null
  readonly profileUrl: string | null
  readonly accountType: string | null
  /** Scopes and rights that the account lacks, whether they were requested or not. */
  readonly missingPermissions: readonly string[]
  /** When reading ends unless the person signs in again, in milliseconds since 1970; only if the platform has such a time. */
  readonly dataAccessEndsAt?: number | null | undefined
  /** Only if it has its own credentials, as a Page has. */
  readonly credentials?: Credentials
  readonly boardId?: string
  readonly pageId?: string
}
