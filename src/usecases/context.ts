import type { Accounts } from '../accounts/accounts.ts'
import type { InboxPolicy } from '../accounts/inbox-policy.ts'
import type { Input, Output, Scope } from '../contract/operation.ts'
import type { OperationName, Operations } from '../contract/operations.ts'
import type { StreamedEvent } from '../contract/status-stream.ts'
import type { Passwords } from '../crypto/password.ts'
import type { Sealer } from '../crypto/seal.ts'
import type { Client } from '../domain/client.ts'
import type { HealthCheck } from '../domain/health-check.ts'
import type { KeepDays } from '../domain/keep-days.ts'
import type { PlanId } from '../domain/plans.ts'
import type { Policy } from '../domain/policy.ts'
import type { Role } from '../domain/roles.ts'
import type { StatusFollower } from '../domain/status-change.ts'
import type { UserLimits } from '../domain/user-limits.ts'
import type { MediaHost } from '../media/host.ts'
import type { ModelFor } from '../model/model.ts'
import type { Oidc } from '../oidc/oidc.ts'
import type { Exceptions } from '../outbound/guard.ts'
import type { Platform } from '../platforms/shared/platform.ts'
import type { Database, Transaction } from '../store/engine/database.ts'
import type { IdempotencyRow } from '../store/idempotency.ts'
import type { AtOnce } from '../system/at-once.ts'
import type { Clock } from '../system/clock.ts'
import type { Log } from '../system/log.ts'
import type { Metrics } from '../system/metrics.ts'
import type { Pace } from '../system/pace.ts'
import type { WebsiteReader } from '../website/read-website.ts'
import type { MediaServer } from './media/serve-media.ts'

/** The caller: an API key or a person, and the user for whom they act. */
export type Caller = KeyCaller | PersonCaller

interface AnyCaller {
  readonly userId: number
  readonly plan: PlanId
  /** Of a person: those of the role. */
  readonly scopes: readonly Scope[]
  readonly defaultProfileId: string
  /** The name of the key or of the person. */
  readonly name: string
  readonly publishing: Policy
  /** May administer the whole instance: an owner of the first user, or a key of that user. */
  readonly isOperator: boolean
}

export interface KeyCaller extends AnyCaller {
  readonly keyId: number
  readonly personId: null
  /** Whose key it is; null: a service key. */
  readonly ofPerson: number | null
  /** Of the person whose key it is; null: a service key. */
  readonly role: Role | null
  /** It may publish and delete without a person’s yes. */
  readonly unattended: boolean
  readonly session: null
}

export interface PersonCaller extends AnyCaller {
  readonly keyId: null
  readonly personId: number
  readonly role: Role
  readonly session: {
    readonly id: number
    /** When the person last proved who they are. */
    readonly provenAt: number
  }
  /** This instance requires one of the person, who has none. */
  readonly needsSecondFactor: boolean
}

/** Where a guess counts. A network, and whoever chooses a password, may make more of them than one address, email address or person. */
export interface GuessKey {
  readonly key: string
  readonly isNetwork?: true
}

/** Slows down whoever tries passwords. */
export interface GuessLimit {
  /** Counts a guess before it is checked, so that guesses at the same time count too. Throws if there were too many. */
  readonly count: (guessed: readonly GuessKey[]) => Promise<void>
  /** The guess was right, or it was not checked. */
  readonly takeBack: (guessed: readonly GuessKey[]) => Promise<void>
}

/** The services that use cases work with. They are created once, at the start. */
export interface Services {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Pick<Metrics, 'count'>
  readonly pace: Pace
  readonly media: MediaHost
  readonly served: Pick<MediaServer, 'forget'>
  readonly accounts: Accounts
  readonly sealer: Sealer
  readonly platforms: readonly Platform[]
  /** Those that can be connected and posted to. */
  readonly offered: readonly Platform[]
  readonly limits: {
    readonly requests: Readonly<Record<PlanId, number>>
    readonly postingAllowances: Readonly<Record<PlanId, number>> | null
    readonly modelTokens: Readonly<Record<PlanId, number>> | null
  } & UserLimits
  /** For how long data is kept, and media that nothing uses. */
  readonly keepDays: KeepDays & { readonly media: number }
  /** Counters of the work that runs for users in this process. */
  readonly atOnce: { readonly fetches: AtOnce; readonly uploads: AtOnce; readonly eventStreams: AtOnce }
  readonly languageModel: ModelFor
  /** Checks this instance. Never fails. What other machines answered in the last minute counts, unless it is asked afresh. */
  readonly health: (afresh: boolean) => Promise<readonly HealthCheck[]>
  /** When `polypost backup` last made a copy; null: never, or the database is not copied by it. */
  readonly lastBackup: () => Promise<number | null>
  /** Whose comments are read in the background. */
  readonly inbox: InboxPolicy
  readonly website: WebsiteReader
  /** Call it after a commit that may make something due. */
  readonly wake: () => void
  /** Follows the status changes of a user after a position; null: from now on. */
  readonly followStatus: (userId: number, after: number | null) => Promise<StatusFollower>
  readonly passwords: Passwords
  readonly guesses: GuessLimit
  /** The identity provider; null: there is none. */
  readonly oidc: Oidc | null
  /** Base of the links that people get. */
  readonly publicUrl: string
  /** Which URLs callers may have notified. */
  readonly callbacks: { readonly allowHttp: boolean; readonly exceptions: Exceptions }
}

/** A response that was stored in the transaction of its effect, so that a repeat of the request returns it again. */
export class AnsweredCall<T> {
  readonly body: T

  constructor(body: T) {
    this.body = body
  }
}

/** Stores the response. `repeated` is what a repeat returns, if the response contains a secret. */
export interface Answer {
  <T>(tx: Transaction, body: T, repeated?: T): Promise<AnsweredCall<T>>
  /** For a response whose effect is stored already, outside of the database, or nothing. */
  readonly afterwards: <T>(body: T) => Promise<AnsweredCall<T>>
  /** For an effect that is one statement: the row which that statement must store; null if the request has no key. */
  readonly row: (body: unknown) => IdempotencyRow | null
}

/** The cookies: of a session, and of a sign-in at the identity provider that has not ended. */
export type CookieName = 'session' | 'oidc'

/** A response that also changes a cookie: to this token, or to none. */
export class WithCookie<T> {
  readonly body: T
  readonly token: string | null
  readonly cookie: CookieName

  constructor(body: T, token: string | null, cookie: CookieName = 'session') {
    this.body = body
    this.token = token
    this.cookie = cookie
  }
}

/** The known facts about the sender of a request. */
export interface RequestSender {
  /** The address of the sender, in the form that limits count. */
  readonly address: string
  /** The value of `User-Agent`. */
  readonly agent: string
}

/** The events of a stream up to a position. A reader that reconnects sends the position and gets the events after it. */
export interface StreamPart {
  readonly position: number
  readonly events: readonly StreamedEvent[]
}

/** A response that is sent in parts while the client reads them. */
export class EventStream {
  readonly parts: (signal: AbortSignal) => AsyncIterable<StreamPart>

  constructor(parts: (signal: AbortSignal) => AsyncIterable<StreamPart>) {
    this.parts = parts
  }
}

type Idempotent<N extends OperationName, Yes, No> = Operations[N] extends { idempotent: false }
  ? No
  : Operations[N] extends { method: 'POST' | 'PATCH' }
    ? Yes
    : No
type Streaming<N extends OperationName, Yes, No> = Operations[N] extends { produces: 'text/event-stream' } ? Yes : No

type CallerOf<N extends OperationName> = Operations[N] extends { scope: null }
  ? PersonCaller | null
  : Operations[N] extends { personal: true }
    ? PersonCaller
    : Caller

/** Everything a use case gets: the services, the caller and the parsed request. */
export type Call<N extends OperationName> = Services &
  Input<Operations[N]> & {
    readonly caller: CallerOf<N>
    readonly sender: RequestSender
    readonly client: Client
  } & Idempotent<N, { readonly answer: Answer }, unknown> &
  Streaming<N, { readonly lastEventId: number | null }, unknown>

type Body<N extends OperationName> = Output<Operations[N]>
type Plain<N extends OperationName> = Streaming<
  N,
  EventStream,
  Operations[N] extends { cookie: true } ? WithCookie<Body<N>> : Body<N>
>

export type UseCase<N extends OperationName> = (
  call: Call<N>,
) => Promise<Idempotent<N, AnsweredCall<Plain<N>>, Plain<N>>>
