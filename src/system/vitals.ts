import { second } from '../domain/time.ts'
import type { Pace } from './pace.ts'

/** A queue fails if its last claims have failed: so many of them, over so long. */
const failures = 3
const failingFor = 10 * second

/** Whether what this process does again and again succeeds. */
export interface Vitals {
  /** A queue from which this process takes work. The result is called with each claim. */
  readonly claimsOf: (queue: string) => <T>(claim: Promise<T>) => Promise<T>
  /** A write to this table could not be made, and is tried again. */
  readonly retried: (table: string) => void
  /** Work of this queue may have been taken over by another process. */
  readonly leaseLost: (queue: string) => void
  /** How many claims of each queue have failed. */
  readonly failedClaims: () => ReadonlyMap<string, number>
  /** How many writes to each table were tried again. */
  readonly retriedWrites: () => ReadonlyMap<string, number>
  /** How much work of each queue was lost. */
  readonly lostLeases: () => ReadonlyMap<string, number>
  /** The queues that fail now; null if this process takes no work. */
  readonly failing: () => readonly string[] | null
}

interface Claims {
  failed: number
  /** Since the last one that succeeded. */
  inARow: number
  /** The first and the last of them. */
  since: number
  until: number
}

export function createVitals(pace: Pace): Vitals {
  const queues = new Map<string, Claims>()
  const retries = new Map<string, number>()
  const losses = new Map<string, number>()
  return {
    claimsOf: (queue) => {
      const claims = { failed: 0, inARow: 0, since: 0, until: 0 }
      queues.set(queue, claims)
      losses.set(queue, 0)
      return async (claim) => {
        try {
          const found = await claim
          claims.inARow = 0
          return found
        } catch (error) {
          claims.failed += 1
          claims.inARow += 1
          claims.until = performance.now()
          if (claims.inARow === 1) claims.since = claims.until
          throw error
        }
      }
    },
    retried: (table) => retries.set(table, (retries.get(table) ?? 0) + 1),
    leaseLost: (queue) => losses.set(queue, (losses.get(queue) ?? 0) + 1),
    failedClaims: () => new Map([...queues].map(([queue, { failed }]) => [queue, failed])),
    retriedWrites: () => retries,
    lostLeases: () => losses,
    failing: () =>
      queues.size === 0
        ? null
        : [...queues].flatMap(([queue, { inARow, since, until }]) =>
            inARow >= failures && until - since >= pace(failingFor) ? [queue] : [],
          ),
  }
}
