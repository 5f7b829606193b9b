import type { Json } from '../../domain/outcome.ts'
import type { Behaviour, FaultOperation, Refusal } from '../../domain/sandbox-faults.ts'
import type { Kinds } from './kinds.ts'

export * from '../../domain/sandbox-faults.ts'

/** A simulated platform: a faithful small server of the real one's protocol, written from its documentation. */
export interface Simulator {
  readonly routes: readonly SimulatedRoute[]
  /** The platform's own words for the faults that a test or a message may ask for. */
  readonly refusals: Readonly<Record<Refusal, (request: SimulatedRequest, world: World) => SimulatedReply>>
  /** The path of a route for a path that clients write in another way. */
  readonly usualPath?: (host: string, path: string) => string
  /** The platform's answer to a path without a route; null: the sandbox answers. */
  readonly noRoute?: (host: string, request: SimulatedRequest, world: World) => SimulatedReply | null
  /** The kinds of accounts beside the standard one; the words of its kind are in the name of an account. */
  readonly kinds: Kinds
  /** Creates the account if it does not exist, and returns how to sign in as it. */
  readonly account: (name: string, world: World) => SimulatedLogin
  /** The name that people use for an account of the ledger; left out, its ID. */
  readonly nameOf?: (world: World, accountId: string) => string | undefined
  /** Adds a comment by somebody else; returns its ID, or undefined if there is no such post. */
  readonly plantComment?: (world: World, postId: string, comment: PlantedComment) => string | undefined
  /** The names that `setMetrics` takes. */
  readonly metrics?: readonly string[]
  /** Returns false if there is no such post. */
  readonly setMetrics?: (world: World, postId: string, metrics: Readonly<Record<string, number>>) => boolean
  /** Changes settings and returns all of them; throws `SimulatorFault` if a setting does not exist. */
  readonly settings?: (world: World, changes: Readonly<Record<string, Json>>) => Json
  /** One step of simulated life: somebody comments, numbers rise. */
  readonly grow?: (world: World) => void
}

export interface PlantedComment {
  /** Name of an account; it is created if it does not exist. */
  readonly author: string
  readonly message: string
}

export interface SimulatedRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Name of the host, as in the platform's `hosts`. */
  readonly host: string
  /** With slots such as `:id`. */
  readonly path: string
  /** It shows a page to people or takes its form. */
  readonly isPage?: true
  /** A route with several purposes decides by the request. Null: no fault applies to it. */
  readonly operation: FaultOperation | null | ((request: SimulatedRequest, world: World) => FaultOperation | null)
  readonly handle: (request: SimulatedRequest, world: World) => SimulatedReply | Promise<SimulatedReply>
  /** For a route that publishes: the text that can contain `[[sandbox:…]]`. It may come from an earlier call. */
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
  /** The whole body if it has at most 16 MiB, otherwise its beginning. */
  readonly body: Buffer
  /** Size and hash of the whole body. */
  readonly size: number
  readonly sha256: string
  /** The body as JSON; null if it is none. */
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

/** The consent page, or the page that explains why consent is not possible. */
export interface SimulatedPage {
  /** The name that people use for the platform. */
  readonly title: string
  /** Why consent is not possible; the page then has no form. */
  readonly fault?: string
  readonly client?: string
  readonly scopes?: readonly string[]
  /** Sent back as they are, by a POST to the same path, with `account` and `decision` (`allow` or `deny`). */
  readonly parameters?: Readonly<Record<string, string>>
  /** Offered as the account's name. */
  readonly account?: string
}

/**
 * The resources of a simulated platform: its documents, its ledger, the time. Everything that a route does before it
 * awaits is one transaction, durable before its answer is sent.
 */
export interface World {
  readonly now: () => number
  /** From 0 up to 1. */
  readonly fraction: () => number
  /** Converts simulated to real milliseconds: tests run on scaled time. */
  readonly scaled: (milliseconds: number) => number
  /** A collection of documents of this platform. */
  readonly documents: (collection: string) => Documents
  /** Grows by one with every call, for IDs. */
  readonly next: (counter: string) => number
  /** Where one of the platform's hosts is reached, without a slash at the end. */
  readonly address: (host: string) => string
  /** The same as browsers reach it, for pages that people see. */
  readonly page: (host: string) => string
  /** Fetches a file from an address that an app has named, as the real platform's servers do; null: nothing came. */
  readonly fetch: (url: string) => Promise<FetchedFile | null>
  /** Makes a post visible: tests read the ledger. It throws if a post of this ID is visible. */
  readonly publish: (post: LedgerPost) => void
  /** Changes a visible post, as an edit does. */
  readonly change: (post: LedgerPost) => void
  readonly unpublish: (id: string) => void
  readonly posts: () => readonly LedgerPost[]
  readonly post: (id: string) => LedgerPost | undefined
  /** Whether such a fault was requested and is due now. The call uses it up. */
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
  /** Some of them in the order of their IDs: those between `after` and `before`, both excluded. */
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

/** How a simulated person signs in: with the fields of a form, or by consenting to an authorize address. */
export type SimulatedLogin =
  | { readonly kind: 'form'; readonly fields: Readonly<Record<string, string>> }
  | {
      readonly kind: 'oauth'
      /** Consents at once: where the browser would be sent back to, with its code. */
      readonly consent: (authorizeUrl: URL, world: World) => URL
    }

/** A request to the control API that makes no sense. Its sender gets the message. */
export class SimulatorFault extends Error {}
