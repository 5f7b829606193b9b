import type { JobError } from '../../../src/domain/job-error.ts'
import type { FaultKind, FaultOperation } from '../../../src/sandbox/shared/simulator.ts'
import type { Met, Place } from './tested.ts'

/** How a job ends of which one call met one fault. */
export type Ending =
  /** Published by its first attempt; whatever was in doubt was settled by asking. */
  | 'published'
  /** Published by its second attempt. */
  | 'retried'
  /** Waits until the platform's day is over, and is published then. */
  | 'postponed'
  /** Failed at once; nothing is visible. */
  | Failure
  /** The post is published at once; a comment is missing, and a warning says so. */
  | { readonly warned: JobError; readonly login?: 'ended' }
  /** A person has to look; so many are visible. */
  | { readonly unknown: 0 | 1; readonly login?: 'ended' }

export interface Failure {
  readonly failed: JobError
  /** A person has to sign in again. */
  readonly login?: 'ended'
  /** Only the second attempt learns that. */
  readonly attempts?: 2
}

export type Operation = Exclude<FaultOperation, 'metrics'>

export type Endings = Readonly<Record<FaultKind, Ending>>

export const failed = (error: JobError): Failure => ({ failed: error })
export const ended = (error: JobError): Failure => ({ failed: error, login: 'ended' })
export const warned = (error: JobError): Ending => ({ warned: error })

/** Such a call is not one that these can meet. */
const notMet = { slow_processing: 'published', processing_failed: 'published', list_lag: 'published' } as const

/** A call that shows nothing: it is made again. */
export const repeated = {
  rate_limit: 'retried',
  server_error: 'retried',
  timeout_before: 'retried',
  timeout_after: 'retried',
  server_error_after: 'retried',
  reset: 'retried',
  malformed_json: 'retried',
  ...notMet,
} as const satisfies Partial<Endings>

/** A call that shows something: the platform is asked, and only what is surely not there is sent again. */
export const askedAbout = {
  ...repeated,
  server_error: 'published',
  timeout_before: 'published',
  timeout_after: 'published',
  server_error_after: 'published',
  reset: 'published',
  malformed_json: 'published',
} as const satisfies Partial<Endings>

/** A follow-up's retries are no attempts of the job, which is completed. */
export const followUp = { ...askedAbout, rate_limit: 'published' } as const satisfies Partial<Endings>

/** A question about what is in doubt, or anything else that whoever asks can do without: nothing is lost by it. */
export const harmless = {
  ...followUp,
  token_expired: 'published',
  token_revoked: 'published',
  permission_missing: 'published',
  duplicate: 'published',
  media_rejected: 'published',
  daily_quota: 'postponed',
} as const satisfies Endings

/** What a text carries is met by that text alone; everything else by whoever comes first. */
export const isInText = ({ operation }: Pick<Met, 'operation'>): boolean =>
  operation === 'create' || operation === 'comment'

/**
 * Of a platform whose every post makes calls of all kinds: what is asked for at the sandbox's door is met by nobody else
 * where such cases stand in one line, on a bench where no others of the platform are.
 */
export const oneAtATime =
  (platform: string) =>
  (met: Met): Place =>
    isInText(met) ? { bench: 'first', line: null } : { bench: 'second', line: platform }
