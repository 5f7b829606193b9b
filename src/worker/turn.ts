import type { Accounts } from '../accounts/accounts.ts'
import type { PlannedStep } from '../domain/plan.ts'
import type { MediaHost } from '../media/host.ts'
import type { Account } from '../platforms/shared/context.ts'
import type { Live } from '../platforms/shared/live.ts'
import type { Platform } from '../platforms/shared/platform.ts'
import type { AccountRow } from '../store/accounts.ts'
import { type Database, isTemporary, type Transaction } from '../store/engine/database.ts'
import { LostLease } from '../store/engine/leases.ts'
import type { JobRow } from '../store/jobs.ts'
import type { StepRow } from '../store/steps.ts'
import type { Clock } from '../system/clock.ts'
import type { Log } from '../system/log.ts'
import type { Pace } from '../system/pace.ts'

/** What is needed to publish jobs. */
export interface PublishServices {
  readonly database: Database
  readonly accounts: Accounts
  readonly media: MediaHost
  readonly platforms: readonly Platform[]
  readonly clock: Clock
  readonly log: Log
  readonly pace: Pace
  /** A job that is overdue by more milliseconds than this is left to a person. */
  readonly greatestLateness: number
}

/** A job while a worker holds it, from its claim until it is given back. */
export interface Turn extends PublishServices {
  job: JobRow
  readonly platform: Platform
  readonly live: Live
  readonly account: AccountRow
  /** Aborts when the lease is lost. */
  readonly signal: AbortSignal
  readonly plan: readonly PlannedStep[]
  /** What is known of the steps, by their position. */
  readonly steps: Map<number, StepRow>
  /** Positions whose call was announced in this turn: they are not in doubt. */
  readonly announced: Set<number>
  /** The database's time in milliseconds, as far as this process can tell. */
  readonly now: () => number
}

export const asAccount = ({ remote_id, username, eligible, board_id }: AccountRow): Account => ({
  remoteId: remote_id,
  username,
  eligible: eligible === 1,
  boardId: board_id,
})

const retryPause = 200 // milliseconds
/** How long to retry a write while the database is unreachable, in milliseconds. */
const retryFor = 20_000

/**
 * A write that must not be lost when the database is unreachable for a moment, because the platform's response can't be
 * requested again. It may have taken effect although the database's response was lost, so it must be harmless to repeat.
 */
export const persist = <T>(
  { database, ...services }: Pick<Turn, 'database' | 'signal' | 'log'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => retryWrite(services, () => database.step(work))

/** The same for a write that opens no transaction itself. */
export async function retryWrite<T>(
  { signal, log }: Pick<Turn, 'signal' | 'log'>,
  write: () => Promise<T>,
): Promise<T> {
  const begun = performance.now()
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (error instanceof LostLease) throw error
      signal.throwIfAborted()
      if (!isTemporary(error) || performance.now() - begun > retryFor) throw error
      log.warn({ err: error }, 'a write to the database failed and is retried')
      await new Promise((resolve) => setTimeout(resolve, retryPause))
    }
  }
}
