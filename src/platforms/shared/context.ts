import type { z } from 'zod'
import type { Json } from '../../domain/outcome.ts'
import type { HttpClient } from '../../outbound/http-client.ts'
import type { Clock } from '../../system/clock.ts'
import type { Log } from '../../system/log.ts'

export type Hosts = Readonly<Record<string, string>>

/** The data that authorizes calls for one account; stored encrypted. */
export interface Credentials {
  readonly accessToken: string
  readonly refreshToken: string | null
  /** When the access token expires, in milliseconds since 1970; null if it does not or this is unknown. */
  readonly expiresAt: number | null
  /** The scopes that a person granted, if the platform reports them. */
  readonly scopes: readonly string[]
  /** Whatever else the platform needs for calls as this account. */
  readonly extra: Readonly<Record<string, string>>
  /**
   * For a login that cannot be renewed after it has expired: from this time on, in milliseconds since 1970, it is
   * renewed although it is still valid.
   */
  readonly renewFrom?: number | undefined
}

/** The operator's developer app. */
export interface DeveloperApp {
  readonly clientId: string
  readonly clientSecret: string | null
}

export interface LiveContext {
  /** The only way to send requests. It enforces time-outs and the end of the worker's work. */
  readonly http: Pick<HttpClient, 'request'>
  readonly hosts: Hosts
  /** The same hosts as browsers reach them, if that is at other addresses. */
  readonly pages?: Hosts | undefined
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
  /** Whether the platform allows it more than the standard limits; see `eligible` of a media rule. */
  readonly eligible: boolean
  /** The default board, chosen when the account was connected. */
  readonly boardId?: string | null
  /** The Page that it publishes through, if there is one. */
  readonly pageId?: string | null
}

/** The author of a post, and the hosts of its platform. */
export interface Author {
  readonly hosts: Hosts
  readonly pages?: Hosts | undefined
  readonly account: Pick<Account, 'remoteId' | 'username'>
}

export interface AccountContext extends LoginContext {
  readonly account: Account
}

/** The data that a plan keeps about a file: enough to read it. */
export interface MediaFile {
  readonly file: string
  readonly facts: { readonly size: number }
}

export interface JpegLimits {
  readonly maxBytes: number
  /** In pixels, for landscape and portrait alike. */
  readonly maxSides?: { readonly longer: number; readonly shorter: number }
}

export interface StepContext extends AccountContext {
  /** The bytes of a file, from `start` (default 0) up to but without `end`. */
  readonly read: (
    media: MediaFile,
    range?: { readonly start: number; readonly end?: number },
  ) => AsyncIterable<Uint8Array>
  /**
   * The bytes of a whole image in memory, for platforms that publish the file unchanged. Camera metadata, such as the
   * location, is removed from a JPEG.
   */
  readonly readImage: (media: MediaFile) => Promise<Uint8Array>
  /** A still image of any type as a JPEG, made smaller if needed. */
  readonly jpegOf: (media: MediaFile, limits: JpegLimits) => Promise<Uint8Array>
  /** Puts an image that a step has made on the media host, and returns its public URL. */
  readonly hostImage: (bytes: Uint8Array) => Promise<string>
  /** The result of an earlier step of the plan; null if it has none and the schema allows that. */
  readonly result: <T extends z.ZodType>(step: string, schema: T) => z.output<T>
  /** The progress that this step saved before it was interrupted or had to wait; null at first. */
  readonly saved: Json
  /** Stores the progress of this step, so that it continues from there after a crash. */
  readonly save: (state: Json) => Promise<void>
}
