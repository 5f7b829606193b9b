import { second } from '../domain/time.ts'

/** The limits for requests: size and time. */
export interface HttpLimits {
  readonly bodyBytes: number
  /** How much of a body is still read after its request was refused, so that the client sees the response. */
  readonly drainBytes: number
  readonly headerBytes: number
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly keepAliveTimeout: number
  /** The same after a request without a known caller, unless it came through a proxy, which keeps its connections for many. */
  readonly strangersKeepAlive: number
  /** How often the time limits are checked. */
  readonly checkInterval: number
  readonly connections: number
  /** How long an API process stays reachable while it reports that it is not ready, so that a load balancer notices. */
  readonly drainNotice: number
}

export const defaultLimits: HttpLimits = {
  bodyBytes: 1024 * 1024,
  drainBytes: 8 * 1024 * 1024,
  headerBytes: 16 * 1024,
  headersTimeout: 10 * second,
  requestTimeout: 30 * second,
  keepAliveTimeout: 72 * second,
  strangersKeepAlive: 5 * second,
  checkInterval: 2 * second,
  connections: 10_000,
  drainNotice: 2 * second,
}

/** Open event streams in a process, of all users. */
export const streamsPerProcess = 1_000
/** How often a stream sends a heartbeat and its key is checked again. */
export const heartbeatEvery = 15 * second
/** A client that reads nothing during this many heartbeats is disconnected. */
export const heartbeatsMissed = 4
/** How long a client may take to read the rest of an ended stream. */
export const streamEndTime = second
/** How long a client waits before it reconnects. */
export const streamRetryAfter = second
/** How many bytes wait in memory for a slow client. The rest stays in the database. */
export const streamBufferBytes = 16 * 1024
