import { minute, second } from '../system/clock.ts'

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

export const jsonDepth = 32
/** More faults than this are not listed one by one. */
export const maxFaults = 50
export const rateWindow = minute
/** Requests in a window from one address without a right key. */
export const wrongKeysPerWindow = 60
/** Reads in a window of the pages that need no key, from one address. */
export const openReadsPerWindow = 300
