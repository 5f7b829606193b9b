import type { MediaFacts } from '../../../src/domain/media-facts.ts'
import type { FaultKind } from '../../../src/sandbox/shared/simulator.ts'
import type { SignIn } from '../../harness/all-simulated.ts'
import type { Newcomer } from '../../harness/publishing.ts'
import type { Fault, SeenRequest } from '../../harness/simulated.ts'
import type { ContentRow, CoverRow, DerivedType } from './content.ts'
import type { Duplicates } from './duplicates.ts'
import type { EndingTable, Operation } from './endings.ts'
import type { KindOfAccount } from './kinds.ts'
import type { Point } from './points.ts'
import type { JobView } from './seen.ts'

/** The publishing suites’ knowledge of one platform; everything else they ask of all platforms. */
export interface TestedPlatform {
  /** The documented table row, rule by rule. */
  readonly rules: readonly Rule[]
  /** The rules of its posts, as the checks of the domain apply them. */
  readonly content: readonly ContentRow[]
  readonly covers?: readonly CoverRow[]
  readonly derived?: readonly DerivedType[]
  readonly faults: FaultTable
  /** Several faults in a row, and what becomes of the post. */
  readonly scenarios: readonly Scenario[]
  readonly crash: CrashTable
  /** The needs of every post there; if missing, text is enough. */
  readonly needs?: { readonly media?: NeededMedia; readonly options?: object }
  /** The media that no post there can have. */
  readonly lacks?: NeededMedia
  /** Missing if its accounts have no page of consent. */
  readonly signIn?: SignIn
  readonly duplicates: Duplicates
  /** Refusals of a sign-in and the advice they get; the messages are those of the sources that its adapter names. */
  readonly refusedSignIns?: readonly (readonly [codes: readonly string[], message: string | null, advice: RegExp])[]
  /** The prefixes of the settings of its developer apps, one for each login; the usual one is first. */
  readonly apps: readonly string[]
  /** The longest reply to a comment; missing if an ordinary account can't read and answer comments. */
  readonly longestReply?: number
  /** The kinds of accounts of its simulator, and what becomes of each. */
  readonly kinds: Readonly<Record<string, KindOfAccount>>
  /** By the start of the account's name, which chooses a login: what is possible without the optional scopes. */
  readonly smallest?: Readonly<Record<string, string>>
  /** A post of which nothing is recorded: it is found, or a person has to say what became of it. */
  readonly afterLoss: 'found' | 'person'
  /** The path of the call that makes a post visible. */
  readonly creates: RegExp
  /** The time when it accepts requests again, in milliseconds since 1970; missing if it names no time. */
  readonly resetOf?: (refused: SeenRequest) => number
}

export type NeededMedia = 'image' | 'video'

/** For the suites that kill processes. */
export interface CrashTable {
  /** The name of an account without a request limit, with this name in it; if missing, the name itself. */
  readonly account?: (name: string) => string
  /** Settings of the simulated platform: all accounts call from one address, and these tests are not about limits. */
  readonly settings?: object
  /** All comments reply to the post; if missing, each replies to the one before it. */
  readonly isUnthreaded?: true
  /** Every crash point of a job, with its repetition if that matters. */
  readonly points: readonly Point[]
}

export type File = Pick<MediaFacts, 'contentType'> & Partial<MediaFacts>

export interface PostCase {
  readonly message?: string
  readonly files?: readonly File[]
  readonly altText?: string
  /** For the first file: a cover. */
  readonly thumbnail?: File
  readonly comments?: readonly string[]
  readonly options?: object
}

export interface Rule {
  readonly rule: string
  readonly takes: readonly PostCase[]
  readonly refuses?: readonly PostCase[]
  /** Published with less than requested. */
  readonly warns?: readonly PostCase[]
  /** For every refusal or warning; `validation_failed` if the request is malformed. */
  readonly code: string
  /** The start of the account's name, if it matters. */
  readonly by?: string
}

export interface FaultTable {
  readonly endings: EndingTable
  /** The way to make a post call the operation. */
  readonly way: (met: FaultCase) => Way
  /** Where a case runs, and in which queue: two of one queue never run at the same time. */
  readonly place: (met: FaultCase) => Place
  /** The cases that run on PostgreSQL too, without the platform's own scenarios; if missing, see casesOn. */
  readonly onPostgres?: (met: FaultCase) => boolean
}

/** One call of one operation meets one fault. */
export interface FaultCase {
  readonly operation: Operation
  readonly kind: FaultKind
}

export interface Way {
  readonly media?: 'image' | 'video' | 'long video' | 'large video'
  readonly message?: (about: string, who: Newcomer) => string
  /** The start of the account's name. */
  readonly account?: string
  /** Its login is so short-lived that it is created just before; no other case of the platform may run then. */
  readonly connectsLate?: true
  readonly options?: object
}

export interface Place {
  readonly bench: 'first' | 'second'
  /** Null: it may run beside any other. */
  readonly line: string | null
}

/** Several faults in a row, or faults at the second and third calls of a step. */
export interface Scenario {
  readonly name: string
  readonly text?: string
  readonly comments?: readonly string[]
  readonly media?: 'image' | 'described image' | 'video' | 'long video' | 'large video'
  readonly options?: object
  /** The start of the account's name. */
  readonly account?: string
  /** Faults set by the control API: no other case may run at the same time. */
  readonly fault?: Fault
  readonly seen: Partial<JobView>
}
