import type { z } from 'zod'
import type { Content } from '../../domain/content.ts'
import type { JobError } from '../../domain/job-error.ts'
import type { Json, Outcome, Presence } from '../../domain/outcome.ts'
import type { PlannedStep, PlanTools, StepKind } from '../../domain/plan.ts'
import type { HttpClient } from '../../outbound/http-client.ts'
import type { Clock } from '../../system/clock.ts'
import type { Log } from '../../system/log.ts'
import type { ReadAudience, ReadComments, ReadMetrics, ReplyAction } from './reads.ts'

/** How a platform is spoken to. Nothing here keeps anything: what must last is in results, states and credentials. */
export interface Live {
  /**
   * The platform's addresses by name, without a slash at the end. The setting `<PLATFORM>_<NAME>_URL` replaces one; a
   * simulated account has the sandbox's instead, which have a path of their own.
   */
  readonly hosts: Hosts
  /** What an operator may set beyond the hosts, by name in lower case: the setting is `<PLATFORM>_<NAME>`. */
  readonly settings?: Readonly<Record<string, Setting>>
  readonly connect: OAuthConnect | PasswordConnect
  /** Further ways to sign in, by the names that callers use; `firstLogin` is what they call `connect` then. */
  readonly otherLogins?: { readonly firstLogin: string; readonly byName: Readonly<Record<string, OtherLogin>> }
  /** Whom a login can publish as: one account, or several Pages or channels of which a person chooses one. */
  readonly discover: (context: LoginContext) => Promise<readonly Identity[]>
  /** Gets new tokens. A refresh token that is used up must not be lost: the caller stores what comes before it is used. */
  readonly refresh: (context: LoginContext) => Promise<Renewal>
  /** Ends the access at the platform, where it has such a call. */
  readonly revoke: (context: LoginContext) => Promise<void>
  /** Pure: the same content and tools give the same steps. Exactly one of them is a commit. */
  readonly plan: (content: Content, account: Account, tools: PlanTools) => readonly PlannedStep[]
  readonly actions: Readonly<Record<string, Action>>
  /** Comments under a published post; left out where the platform shows none, or this is not built yet. */
  readonly readComments?: ReadComments
  readonly reply?: ReplyAction
  readonly readMetrics?: ReadMetrics
  readonly readAudience?: ReadAudience
}

export type Hosts = Readonly<Record<string, string>>

export interface Setting {
  readonly meaning: string
  /** Holds where nothing is set. */
  readonly fallback: string
  /** What may be set; the text stays as it is. */
  readonly form: z.ZodType<string, string>
}

/** What authorizes calls for one account; stored sealed. */
export interface Credentials {
  readonly accessToken: string
  readonly refreshToken: string | null
  /** When the access token ends, in milliseconds since 1970; null where it does not or nobody says. */
  readonly expiresAt: number | null
  /** What a person granted, as far as the platform says. */
  readonly scopes: readonly string[]
  /** Whatever else the platform needs to be spoken to as this account. */
  readonly extra: Readonly<Record<string, string>>
  /**
   * Of a login that ends for good unless it is renewed before its end: from then on (in milliseconds since 1970) it is
   * renewed, though it is still good.
   */
  readonly renewFrom?: number | undefined
}

/** The operator's developer app. */
export interface DeveloperApp {
  readonly clientId: string
  readonly clientSecret: string | null
}

export interface LiveContext {
  /** The only door out. Time-outs, and the end of the worker's turn, are its own business. */
  readonly http: Pick<HttpClient, 'request'>
  readonly hosts: Hosts
  /** The values of the platform's own `settings`, by name. */
  readonly settings: Readonly<Record<string, string>>
  readonly app: DeveloperApp | null
  readonly clock: Clock
  readonly log: Log
}

export interface LoginContext extends LiveContext {
  readonly credentials: Credentials
}

/** The connected account that a job publishes as. */
export interface Account {
  readonly remoteId: string
  readonly username: string | null
  /** Whether the platform lets it beyond the standard limits; see `eligible` of a media rule. */
  readonly eligible: boolean
  /** Where it publishes unless a post says otherwise, as it was chosen when the account was connected. */
  readonly boardId?: string | null
}

/** Whose a post is, and where its platform is reached. */
export interface Author {
  readonly hosts: Hosts
  readonly account: Pick<Account, 'remoteId' | 'username'>
}

export interface AccountContext extends LoginContext {
  readonly account: Account
}

/** As much of a file as is needed to read it: a plan need not keep the rest. */
export interface MediaFile {
  readonly file: string
  readonly facts: { readonly size: number }
}

export interface JpegLimits {
  readonly maxBytes: number
  /** In pixels, however the image lies. */
  readonly maxSides?: { readonly longer: number; readonly shorter: number }
}

export interface StepContext extends AccountContext {
  /** The bytes of a file, from `start` (0) to before `end`. */
  readonly read: (
    media: MediaFile,
    range?: { readonly start: number; readonly end?: number },
  ) => AsyncIterable<Uint8Array>
  /**
   * The bytes of a whole image, to be held in memory, for platforms that show it as it comes: a JPEG comes without what
   * the camera wrote into it, such as where it was taken.
   */
  readonly readImage: (media: MediaFile) => Promise<Uint8Array>
  /** A still image of any type as a JPEG, made smaller where it has to be. */
  readonly jpegOf: (media: MediaFile, limits: JpegLimits) => Promise<Uint8Array>
  /** Puts an image that a step has made on the media host, and gives its public address. */
  readonly hostImage: (bytes: Uint8Array) => Promise<string>
  /** The result of an earlier step of the plan; null where it brought none, if the schema takes that. */
  readonly result: <T extends z.ZodType>(step: string, schema: T) => z.output<T>
  /** What this very step saved before it was interrupted or had to wait; null at first. */
  readonly saved: Json
  /** Keeps how far this step has come, so that it goes on from there after a crash. */
  readonly save: (state: Json) => Promise<void>
}

export interface Action {
  readonly kind: StepKind
  readonly perform: (input: Json, context: StepContext) => Promise<Outcome>
  /** A commit and a follow-up must say how doubt is settled. */
  readonly doubt?: Doubt
  /** Of a `wait` or an `upload`: so long the platform may take to get ready. */
  readonly waitLimit?: number
  /** Of a follow-up: the warning that its failure leaves; `comment_failed` where it says none. */
  readonly warning?: 'comment_failed' | 'thumbnail_rejected' | 'playlist_failed' | 'restricted_by_platform'
  /** Of a commit that a person finishes in the platform's app: what became of it since, by its result. */
  readonly look?: Look
}

/** `isLast`: nobody will ask again. */
export type Look = (result: Json, context: AccountContext, isLast: boolean) => Promise<Outcome>

/** How an attempt of which nobody knows whether it took effect is settled. */
export interface Doubt {
  /** Asks the platform; changes nothing there. */
  readonly reconcile: (input: Json, context: StepContext) => Promise<Presence>
  /** Whether the platform's own key, or its refusal of duplicates, makes a second one impossible. */
  readonly repeatable: (input: Json) => boolean
  /** So long something that was taken may still be missing where `reconcile` looks. */
  readonly settleTime: number
  /** Where a person can look. */
  readonly lookAt: (input: Json, author: Author) => readonly string[]
}

/** An action whose stored input is read by a schema before it is performed. */
export function defineAction<S extends z.ZodType>(action: {
  readonly kind: StepKind
  readonly input: S
  readonly perform: (input: z.output<S>, context: StepContext) => Promise<Outcome>
  readonly doubt?: {
    readonly reconcile: (input: z.output<S>, context: StepContext) => Promise<Presence>
    readonly repeatable: (input: z.output<S>) => boolean
    readonly settleTime: number
    readonly lookAt: (input: z.output<S>, author: Author) => readonly string[]
  }
  readonly waitLimit?: number
  readonly warning?: Action['warning']
  readonly look?: Look
}): Action {
  const { kind, input: schema, perform, doubt, waitLimit, warning, look } = action
  return {
    kind,
    perform: (input, context) => perform(schema.parse(input), context),
    ...(waitLimit === undefined ? {} : { waitLimit }),
    ...(warning === undefined ? {} : { warning }),
    ...(look && { look }),
    ...(doubt && {
      doubt: {
        reconcile: (input, context) => doubt.reconcile(schema.parse(input), context),
        repeatable: (input) => doubt.repeatable(schema.parse(input)),
        settleTime: doubt.settleTime,
        lookAt: (input, author) => doubt.lookAt(schema.parse(input), author),
      },
    }),
  }
}

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

export type { Content }
