import type { Database } from '../store/engine/database.ts'
import {
  isAnyDue,
  type Lease,
  type LeasedTable,
  type LeaseRenewal,
  nextDueIn,
  renewLeases,
} from '../store/engine/leases.ts'

/** The request of a loop that has free slots. */
export interface Ask<T> {
  /** How much this process works on at the same time, at most. */
  readonly slots: number
  /** How long a lease holds, in milliseconds. */
  readonly lease: number
  /** The work of this process at the moment: it changes while a claim reads. */
  readonly running: () => readonly T[]
}

export interface Claim<T> {
  readonly rows: readonly T[]
  /** Whether there may be more to take at once. What becomes due later is not meant. */
  readonly more: boolean
}

/** Where due work comes from. */
export interface Source<T extends Lease> {
  readonly table: LeasedTable
  /** Leases some of what is due. */
  readonly claim: (ask: Ask<T>) => Promise<Claim<T>>
  readonly renew: (leases: readonly Lease[], lease: number) => Promise<LeaseRenewal>
  /**
   * In how many milliseconds something is due; null if nothing waits. What nobody has taken of the work that became due in the
   * last `elapsed` milliseconds is due now.
   */
  readonly nextDueIn: (elapsed: number) => Promise<number | null>
}

/** Of a claim that takes all that it can. */
export const allOf = <T>(rows: readonly T[]): Claim<T> => ({ rows, more: false })

/** The part of a source that is the same for every table. */
export const leasesOf = (
  database: Database,
  table: LeasedTable,
): Pick<Source<Lease>, 'table' | 'renew' | 'nextDueIn'> => ({
  table,
  renew: (leases, lease) => renewLeases(database, table, leases, lease),
  nextDueIn: (elapsed) => nextDueIn(database.read, table, elapsed),
})

/** Due rows of a table in which mostly nothing is due. `claim` gets the free slots. */
export const sourceOf = <T extends Lease>(
  database: Database,
  table: LeasedTable,
  claim: (ask: Omit<Ask<T>, 'running'>) => Promise<Claim<T>>,
): Source<T> => ({
  ...leasesOf(database, table),
  claim: async ({ slots, lease, running }) =>
    (await isAnyDue(database.read, table)) ? claim({ slots: slots - running().length, lease }) : allOf([]),
})
