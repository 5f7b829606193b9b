import type { JobError } from '../../../src/domain/job-error.ts'
import type { FaultKind, FaultOperation } from '../../../src/sandbox/shared/simulator.ts'
import type { Met, Place } from './tested.ts'

/** How a job ends after one call met one fault. */
export type Ending =
  /** Published by its first attempt; any doubt was resolved by a check. */
  | 'published'
  /** Published by its second attempt. */
  | 'retried'
  /** Waits until the platform's day is over, and is then published. */
  | 'postponed'
  /** Failed at once; nothing is visible. */
  | Failure
  /** The post is published at once; a comment is missing, with a warning. */
  | { readonly warned: JobError; readonly login?: 'ended' }
  /** A person has to check; this number is visible. */
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

/** These faults can't occur at such a call. */
const notMet = { slow_processing: 'published', processing_failed: 'published', list_lag: 'published' } as const

/** A call that makes nothing visible: it is repeated. */
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

/** A read that is reset is sent again at once. */
export const repeatedRead = { ...repeated, reset: 'published' } as const satisfies Partial<Endings>

/** A call that makes something visible: the platform is checked, and only what is certainly missing is sent again. */
export const askedAbout = {
  ...repeated,
  server_error: 'published',
  timeout_before: 'published',
  timeout_after: 'published',
  server_error_after: 'published',
  reset: 'published',
  malformed_json: 'published',
} as const satisfies Partial<Endings>

/** Retries of a follow-up are not attempts of the job, which is completed. */
export const followUp = { ...askedAbout, rate_limit: 'published' } as const satisfies Partial<Endings>

/** A check of something in doubt, or another optional read: its failure loses nothing. */
export const harmless = {
  ...followUp,
  token_expired: 'published',
  token_revoked: 'published',
  permission_missing: 'published',
  duplicate: 'published',
  media_rejected: 'published',
  daily_quota: 'postponed',
} as const satisfies Endings

/** A fault in a text affects only that text; any other fault affects the next call. */
export const isInText = ({ operation }: Pick<Met, 'operation'>): boolean =>
  operation === 'create' || operation === 'comment'

/**
 * For a platform whose every post makes calls of all kinds: a fault set by the control API affects no other case
 * if such cases run one after another, on a sandbox without other cases of the platform.
 */
export const oneAtATime =
  (platform: string) =>
  (met: Met): Place =>
    isInText(met) ? { bench: 'first', line: null } : { bench: 'second', line: platform }
