import type { Accounts } from '../accounts/accounts.ts'
import type { PlannedStep } from '../domain/plan.ts'
import type { MediaHost } from '../media/host.ts'
import type { Account } from '../platforms/shared/context.ts'
import type { Platform } from '../platforms/shared/platform.ts'
import type { AccountRow } from '../store/accounts/accounts.ts'
import type { Database, Transaction } from '../store/engine/database.ts'
import { untilStored } from '../store/engine/until-stored.ts'
import type { JobRow } from '../store/jobs/jobs.ts'
import type { PlannedJob } from '../store/jobs/planned-jobs.ts'
import type { StepRow } from '../store/jobs/steps.ts'
import type { Clock } from '../system/clock.ts'
import type { Log } from '../system/log.ts'
import type { Metrics } from '../system/metrics.ts'
import type { Pace } from '../system/pace.ts'
import type { EndedJob } from './publishing/end-jobs.ts'

/** Services for publishing jobs. */
export interface PublishServices {
  readonly database: Database
  readonly accounts: Accounts
  readonly media: MediaHost
  readonly platforms: readonly Platform[]
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Pick<Metrics, 'count'>
  readonly pace: Pace
  /** A job that is overdue by more milliseconds than this is left to a person. */
  readonly greatestLateness: number
  /** Aborts when this process stops and running work has had its time. */
  readonly stopping: AbortSignal
  /** Counts a write that has failed and is tried again. */
  readonly onRetry: () => void
  /** Stores the plan of a job, and announces its first call. */
  readonly writePlanned: (planned: PlannedJob) => Promise<void>
  /** Stores that a job has ended and that nothing is left to do for it. */
  readonly writeEnded: (ended: EndedJob) => Promise<void>
}

/** The work on a job, from its claim until it is given back. */
export interface JobWork extends PublishServices {
  job: JobRow
  readonly platform: Platform
  readonly account: AccountRow
  /** The same until the first call to the platform: that call may have renewed its login. */
  justRead: AccountRow | null
  /** Aborts when the lease is lost. */
  readonly signal: AbortSignal
  /** Throws if the lease may be lost, although the signal could not abort yet. */
  readonly assertLeased: () => void
  readonly plan: readonly PlannedStep[]
  /** The known rows of the steps, by their position. */
  readonly steps: Map<number, StepRow>
  /** Positions whose call was announced in this work: they are not in doubt. */
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

type RetryContext = Pick<JobWork, 'log'> & Partial<Pick<JobWork, 'onRetry'>>
type WriteContext = RetryContext & Pick<JobWork, 'database' | 'stopping'>

/**
 * Stores what is known, such as a platform's answer, which can't be requested again. It is tried for as long as this process
 * lives, also after the lease is lost: while the database is away nobody can take the work over, and once somebody has, the
 * fence refuses the write.
 */
export const persist = <T>(writing: WriteContext, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  retryWrite(writing, () => writing.database.step(work))

/** The same for a write that opens no transaction itself. */
export const retryWrite = <T>(
  { log, stopping, onRetry }: Omit<WriteContext, 'database'>,
  write: () => Promise<T>,
): Promise<T> => untilStored({ log, until: stopping, onRetry }, write)

/**
 * Stores what is going to be done next, or what another worker could decide again. It has a use only while the lease is held.
 */
export const persistWhileLeased = <T>(
  writing: RetryContext & Pick<JobWork, 'database' | 'signal'>,
  work: (tx: Transaction) => Promise<T>,
  how: 'step' | 'transaction' = 'step',
): Promise<T> => writeWhileLeased(writing, () => writing.database[how](work))

/** The same for a write that opens no transaction itself. */
export async function writeWhileLeased<T>(
  { log, signal, onRetry }: RetryContext & Pick<JobWork, 'signal'>,
  write: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const stored = await untilStored({ log, until: signal, onRetry }, write)
  signal.throwIfAborted()
  return stored
}
