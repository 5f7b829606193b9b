import type { MediaFacts } from '../../../src/domain/media-facts.ts'
import type { FaultKind } from '../../../src/sandbox/shared/simulator.ts'
import type { Newcomer } from '../../harness/publishing.ts'
import type { Fault, SeenRequest } from '../../harness/simulated.ts'
import type { Seen } from '../seen.ts'
import type { Endings, Operation } from './endings.ts'

/** What the suites of publishing know of one platform; everything else they ask of all. */
export interface TestedPlatform {
  /** The interface's row, rule by rule. */
  readonly rules: readonly Rule[]
  readonly faults: FaultTable
  /** Courses that only this platform has, beside those of all. */
  readonly courses?: readonly Course[]
  /** The path of the call that makes a post visible. */
  readonly creates: RegExp
  /** When it said that it takes requests again, in milliseconds since 1970; left out where it names no time. */
  readonly resetOf?: (refused: SeenRequest) => number
}

export type File = Pick<MediaFacts, 'contentType'> & Partial<MediaFacts>

export interface Asked {
  readonly message?: string
  readonly files?: readonly File[]
  readonly altText?: string
  /** Of the first file: a cover. */
  readonly thumbnail?: File
  readonly comments?: readonly string[]
  readonly options?: object
}

export interface Rule {
  readonly rule: string
  readonly takes: readonly Asked[]
  readonly refuses?: readonly Asked[]
  /** What is published with less than was asked for. */
  readonly warns?: readonly Asked[]
  /** Of every refusal or warning; `validation_failed` where it is one of the request's shape. */
  readonly code: string
  /** What the account's name begins with, where it is not any account. */
  readonly by?: string
}

export interface FaultTable {
  readonly endings: Partial<Readonly<Record<Operation, Endings>>>
  /** What leads a post to a call of the operation. */
  readonly way: (met: Met) => Way
  /** Where, and in which line, a case goes: two of a line never go at once. */
  readonly place: (met: Met) => Place
  /** Which cases go on PostgreSQL too, and then none of the platform's own courses; left out, all of both. */
  readonly onPostgres?: (met: Met) => boolean
}

/** One call of one operation meets one fault. */
export interface Met {
  readonly operation: Operation
  readonly kind: FaultKind
}

export interface Way {
  readonly media?: 'image' | 'video' | 'long video' | 'large video'
  readonly message?: (about: string, who: Newcomer) => string
  /** What the account's name begins with. */
  readonly account?: string
  /** Its login is good for so short a time that it is made just before; nobody else of the platform may call meanwhile. */
  readonly connectsLate?: true
  readonly options?: object
}

export interface Place {
  readonly bench: 'first' | 'second'
  /** Null: it may go beside any other. */
  readonly line: string | null
}

/** A course of several faults, or of faults at the second and third calls of a step. */
export interface Course {
  readonly name: string
  readonly text?: string
  readonly comments?: readonly string[]
  readonly media?: 'image' | 'described image' | 'video' | 'long video' | 'large video'
  readonly options?: object
  /** What the account's name begins with. */
  readonly account?: string
  /** Asked for at the sandbox's door: then nobody else may be on the way. */
  readonly fault?: Fault
  readonly seen: Partial<Seen>
}
