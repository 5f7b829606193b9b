import type { JobError } from '../../../src/domain/job-error.ts'
import type { FaultKind, FaultOperation } from '../../../src/sandbox/shared/simulator.ts'

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

/** By the operation of the call that met the fault; a platform leaves out those that it does not call. */
export type EndingTable = Partial<Readonly<Record<Operation, Endings>>>

export const failed = (error: JobError): Failure => ({ failed: error })
export const ended = (error: JobError): Failure => ({ failed: error, login: 'ended' })
export const warned = (error: JobError): Ending => ({ warned: error })
export const warnedAndEnded = (error: JobError): Ending => ({ warned: error, login: 'ended' })

/** It was published, and nobody can check that any more. */
export const unasked = { unknown: 1, login: 'ended' } as const satisfies Ending

/** A call that makes nothing visible: it is repeated. */
const repeated = {
  rate_limit: 'retried',
  server_error: 'retried',
  timeout_before: 'retried',
  timeout_after: 'retried',
  server_error_after: 'retried',
  reset: 'retried',
  malformed_json: 'retried',
  // They can't occur at such a call.
  slow_processing: 'published',
  processing_failed: 'published',
  list_lag: 'published',
} as const satisfies Partial<Endings>

/** A read that is reset is sent again at once. */
const repeatedRead = { ...repeated, reset: 'published' } as const satisfies Partial<Endings>

/** A call that makes something visible: the platform is checked, and only what is certainly missing is sent again. */
const askedAbout = {
  ...repeated,
  server_error: 'published',
  timeout_before: 'published',
  timeout_after: 'published',
  server_error_after: 'published',
  reset: 'published',
  malformed_json: 'published',
} as const satisfies Partial<Endings>

/** Retries of a follow-up are not attempts of the job, which is completed. */
const followUp = { ...askedAbout, rate_limit: 'published' } as const satisfies Partial<Endings>

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

/** The refusals that the platform may answer to any call on the way to the post. */
const refused = {
  token_expired: 'published',
  token_revoked: ended('reconnect_required'),
  permission_missing: failed('permission_missing'),
  duplicate: failed('duplicate_content'),
  media_rejected: failed('media_rejected'),
  daily_quota: 'postponed',
} as const satisfies Partial<Endings>

/** The usual endings of publishing. */
const usual: Readonly<Record<Operation, Endings>> = {
  token: {
    ...repeated,
    token_expired: ended('reconnect_required'),
    token_revoked: ended('reconnect_required'),
    // Any other error than that of an ended login is a temporary fault.
    permission_missing: 'retried',
    duplicate: 'retried',
    media_rejected: 'retried',
    daily_quota: 'retried',
  },
  account: { ...repeatedRead, ...refused },
  upload: { ...repeated, ...refused, processing_failed: failed('media_rejected') },
  status: { ...repeatedRead, ...refused, processing_failed: failed('media_rejected') },
  create: { ...askedAbout, ...refused },
  comment: {
    ...followUp,
    token_expired: 'published',
    token_revoked: warnedAndEnded('reconnect_required'),
    permission_missing: warned('permission_missing'),
    duplicate: warned('duplicate_content'),
    media_rejected: warned('media_rejected'),
    daily_quota: 'postponed',
  },
  read: harmless,
}

const isOnTheWay = (operation: Operation): boolean => ['account', 'upload', 'status', 'create'].includes(operation)

/**
 * The endings on one platform, by what differs from the usual ones: for each operation that it calls, and `onTheWay` at
 * every call on the way to the post.
 */
export function endingsOf(
  calls: Partial<Readonly<Record<Operation, Partial<Endings>>>>,
  onTheWay: Partial<Endings> = {},
): EndingTable {
  // The keys are operations.
  const operations = Object.keys(calls) as Operation[]
  return Object.fromEntries(
    operations.map((operation) => [
      operation,
      { ...usual[operation], ...(isOnTheWay(operation) && onTheWay), ...calls[operation] },
    ]),
  )
}

/** At a renewal whose response is lost, if the platform accepts each refresh token once: the login is lost with it. */
export const renewalLost = {
  timeout_after: { ...ended('reconnect_required'), attempts: 2 },
  server_error_after: { ...ended('reconnect_required'), attempts: 2 },
  malformed_json: { ...ended('reconnect_required'), attempts: 2 },
} as const satisfies Partial<Endings>

/** At the commit, if the platform accepts the same post twice: one that is not found is not sent again. */
export const postNotResent = {
  server_error: { unknown: 0 },
  timeout_before: { unknown: 0 },
  reset: { unknown: 0 },
} as const satisfies Partial<Endings>

/** At a comment, if the platform may accept the same one twice: one that is not found is not sent again. */
export const commentNotResent = {
  server_error: warned('platform_unavailable'),
  timeout_before: warned('platform_unavailable'),
  reset: warned('platform_unavailable'),
} as const satisfies Partial<Endings>
