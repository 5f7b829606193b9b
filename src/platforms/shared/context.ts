import type { z } from 'zod'
import type { Json } from '../../domain/outcome.ts'
import type { HttpClient } from '../../outbound/http-client.ts'
import type { Clock } from '../../system/clock.ts'
import type { Log } from '../../system/log.ts'

export type Hosts = Readonly<Record<string, string>>

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
