import { second } from '../domain/time.ts'

/** The bounds of what a client may send, and how slowly. */
export interface HttpLimits {
  readonly bodyBytes: number
  readonly headerBytes: number
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly keepAliveTimeout: number
  /** How often the two above are looked at. */
  readonly checkInterval: number
  readonly connections: number
}

export const defaultLimits: HttpLimits = {
  bodyBytes: 1024 * 1024,
  headerBytes: 16 * 1024,
  headersTimeout: 10 * second,
  requestTimeout: 30 * second,
  keepAliveTimeout: 72 * second,
  checkInterval: 2 * second,
  connections: 10_000,
}

/** Event streams that a user may have open in a process, and all of them together. */
export const streamsPerUser = 10
export const streamsPerProcess = 1_000
/** How often a stream that has nothing to tell says that it is there, and its key is looked at again. */
export const heartbeatEvery = 15 * second
/** A reader that has taken nothing for so many of them is cut off. */
export const heartbeatsMissed = 4
/** A stream that is ended is cut off when its reader has not taken the rest by then. */
export const streamEndTime = second
/** When a stream breaks, its reader comes again after this. */
export const streamRetryAfter = second
/** What a stream's reader has not taken yet; what comes after that stays in the database. */
export const streamBufferBytes = 16 * 1024
