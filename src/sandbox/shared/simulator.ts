import type { Json } from '../../domain/outcome.ts'

/** A simulated platform: a faithful small server of the real one's protocol, written from its documentation. */
export interface Simulator {
  readonly routes: readonly SimulatedRoute[]
  /** The platform's own words for the faults that a test or a message may ask for. */
  readonly refusals: Readonly<Record<Refusal, (request: SimulatedRequest, world: World) => SimulatedReply>>
  /** Makes an account, if it is not there yet, and tells how to sign in as it. */
  readonly account: (name: string, world: World) => SimulatedLogin
  /** What people call an account of the ledger; left out, its ID. */
  readonly nameOf?: (world: World, accountId: string) => string | undefined
  /** Lets somebody else answer a post; gives the comment's ID, undefined where there is no such post. */
  readonly plantComment?: (world: World, postId: string, comment: PlantedComment) => string | undefined
  /** The names that `setMetrics` takes. */
  readonly metrics?: readonly string[]
  /** Says false where there is no such post. */
  readonly setMetrics?: (world: World, postId: string, metrics: Readonly<Record<string, number>>) => boolean
  /** Changes what can be set of it, and gives all that is; throws `SimulatorFault` where there is no such setting. */
  readonly settings?: (world: World, changes: Readonly<Record<string, Json>>) => Json
  /** A moment in the life of the platform: somebody comments, numbers rise. */
  readonly grow?: (world: World) => void
}

export interface PlantedComment {
  /** Name of an account that is made where it is not there yet. */
  readonly author: string
  readonly message: string
}

/** Which part of the platform a route is, so that faults can be asked for by name. */
export const faultOperations = ['token', 'account', 'upload', 'status', 'create', 'comment', 'read', 'metrics'] as const
export type FaultOperation = (typeof faultOperations)[number]

/** Faults that are an answer of the platform itself. */
export const refusals = [
  'rate_limit',
  'server_error',
  'token_expired',
  'token_revoked',
  'permission_missing',
  'duplicate',
  'media_rejected',
  'daily_quota',
] as const
export type Refusal = (typeof refusals)[number]

/** Faults that change how the platform goes on; its routes ask for them. */
export const behaviours = ['slow_processing', 'processing_failed', 'list_lag'] as const
export type Behaviour = (typeof behaviours)[number]

/** Faults that the server does by itself, before or after the route. */
const interruptions = ['timeout_before', 'timeout_after', 'server_error_after', 'reset', 'malformed_json'] as const

/** All that can be asked for. */
export const faultKinds = [...refusals, ...behaviours, ...interruptions] as const
export type FaultKind = (typeof faultKinds)[number]

export interface SimulatedRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Name of the host, as in the platform's `hosts`. */
  readonly host: string
  /** With slots such as `:id`. */
  readonly path: string
  /** A route that serves several purposes tells which by the request. Null: no fault ever meets it. */
  readonly operation: FaultOperation | null | ((request: SimulatedRequest, world: World) => FaultOperation | null)
  readonly handle: (request: SimulatedRequest, world: World) => SimulatedReply | Promise<SimulatedReply>
  /** The text that may carry `[[sandbox:…]]`, of a route that publishes; it may have come with an earlier call. */
  readonly text?: (request: SimulatedRequest, world: World) => string
}

export interface SimulatedRequest {
  readonly method: string
  /** Below the host, without the query. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The whole body where it is at most 16 MiB, otherwise its beginning. */
  readonly body: Buffer
  /** How many bytes came in all, and their hash. */
  readonly size: number
  readonly sha256: string
  /** The body as JSON; null where it is none. */
  readonly json: () => Json
  /** The body as a form. */
  readonly form: () => URLSearchParams
  /** The parts of a multipart body. */
  readonly parts: () => readonly SimulatedPart[]
}

export interface SimulatedPart {
  readonly name: string
  readonly filename: string | null
  readonly contentType: string | null
  readonly bytes: Buffer
}

export interface SimulatedReply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON; text and bytes as they are. */
  readonly body?: Json | Buffer
  /** Instead of a body: something that a person is shown in a browser. The server makes the page of it. */
  readonly page?: SimulatedPage
}

/** A page on which a person consents, or is told why that is not possible. */
export interface SimulatedPage {
  /** What people call the platform. */
  readonly title: string
  /** Why nothing can be consented to here; then there is no form. */
  readonly fault?: string
  readonly client?: string
  readonly scopes?: readonly string[]
  /** Sent back as they are, by a POST to the same path, with `account` and `decision` (`allow` or `deny`). */
  readonly parameters?: Readonly<Record<string, string>>
  /** Offered as the account's name. */
  readonly account?: string
}

/**
 * What a simulated platform has: its documents, its ledger, the time. What a route does without awaiting anything is
 * one transaction, durable before its answer is sent.
 */
export interface World {
  readonly now: () => number
  /** From 0 up to 1. */
  readonly fraction: () => number
  /** Real milliseconds for so many simulated ones: tests run on scaled time. */
  readonly scaled: (milliseconds: number) => number
  /** A collection of documents of this platform. */
  readonly documents: (collection: string) => Documents
  /** Grows by one with every call, for IDs. */
  readonly next: (counter: string) => number
  /** Where one of the platform's hosts is reached, without a slash at the end. */
  readonly address: (host: string) => string
  /** Fetches a file from an address that an app has named, as the real platform's servers do; null: nothing came. */
  readonly fetch: (url: string) => Promise<FetchedFile | null>
  /** Makes a post visible: tests read the ledger. It throws if a post of this ID is visible. */
  readonly publish: (post: LedgerPost) => void
  /** Changes a visible post, as an edit does. */
  readonly change: (post: LedgerPost) => void
  readonly unpublish: (id: string) => void
  readonly posts: () => readonly LedgerPost[]
  readonly post: (id: string) => LedgerPost | undefined
  /** Whether such a fault was asked for and is due now; asking uses it up. */
  readonly meets: (behaviour: Behaviour, operation: FaultOperation) => boolean
}

export interface FetchedFile {
  readonly status: number
  readonly contentType: string | null
  /** Of all of it, in bytes. */
  readonly size: number
  /** Its first 16 MiB. */
  readonly bytes: Buffer
}

export interface Documents {
  readonly get: (id: string) => Json | undefined
  readonly put: (id: string, document: Json) => void
  readonly remove: (id: string) => void
  /** Oldest first. */
  readonly all: () => readonly SimulatedDocument[]
  /** Some of them in the order of their IDs, which may be long lists: between `after` and `before`, without these. */
  readonly range: (range: DocumentRange) => readonly SimulatedDocument[]
}

export interface SimulatedDocument {
  readonly id: string
  readonly document: Json
}

export interface DocumentRange {
  readonly after?: string
  readonly before?: string
  readonly reverse?: boolean
  readonly limit: number
}

export interface LedgerPost {
  readonly id: string
  readonly account_id: string
  readonly text: string
  readonly media_count: number
  /** Null for a post. */
  readonly reply_to: string | null
  /** At one of the platform's simulated hosts; the server shows the post there, if the platform has no such route. */
  readonly url: string
  /** As RFC 3339, in UTC. */
  readonly created_at: string
}

/** How a simulated person signs in: by a password, or by consenting to an authorize address. */
export type SimulatedLogin =
  | { readonly kind: 'password'; readonly handle: string; readonly password: string }
  | {
      readonly kind: 'oauth'
      /** Consents at once: where the browser would be sent back to, with its code. */
      readonly consent: (authorizeUrl: URL, world: World) => URL
    }

/** What was asked of a simulator makes no sense; the message says why, to whoever asked at the control door. */
export class SimulatorFault extends Error {}
