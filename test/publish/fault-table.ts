import type { JobError } from '../../src/domain/job-error.ts'
import type { FaultKind, FaultOperation } from '../../src/platforms/simulator.ts'
import type { SimulatedPlatform } from '../harness/publishing.ts'

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

const failed = (error: JobError): Failure => ({ failed: error })
const ended = (error: JobError): Failure => ({ failed: error, login: 'ended' })
/** Whoever loses the answer to a renewal has lost the login: X takes each refresh token once. */
const lost: Failure = { failed: 'reconnect_required', login: 'ended', attempts: 2 }
const warned = (error: JobError): Ending => ({ warned: error })

type Endings = Readonly<Record<FaultKind, Ending>>

/** Such a call is not one that these can meet. */
const notMet = { slow_processing: 'published', processing_failed: 'published', list_lag: 'published' } as const

/** A call that shows nothing: it is made again. */
const repeated = {
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
const askedAbout = {
  ...repeated,
  server_error: 'published',
  timeout_before: 'published',
  timeout_after: 'published',
  server_error_after: 'published',
  reset: 'published',
  malformed_json: 'published',
} as const satisfies Partial<Endings>

/** A follow-up's retries are no attempts of the job, which is completed. */
const followUp = { ...askedAbout, rate_limit: 'published' } as const satisfies Partial<Endings>

/** A question about what is in doubt, or anything else that whoever asks can do without: nothing is lost by it. */
const harmless = {
  ...followUp,
  token_expired: 'published',
  token_revoked: 'published',
  permission_missing: 'published',
  duplicate: 'published',
  media_rejected: 'published',
  daily_quota: 'postponed',
} as const satisfies Endings

const xCommit = {
  token_expired: 'published',
  token_revoked: ended('reconnect_required'),
  permission_missing: failed('permission_missing'),
  duplicate: failed('duplicate_content'),
  media_rejected: failed('media_rejected'),
  daily_quota: 'postponed',
} as const satisfies Partial<Endings>

const blueskyCommit = {
  token_expired: 'published',
  // The token alone; the login is renewed.
  token_revoked: 'published',
  permission_missing: ended('permission_missing'),
  duplicate: failed('duplicate_content'),
  media_rejected: failed('media_rejected'),
  daily_quota: 'postponed',
} as const satisfies Partial<Endings>

/** Publishing asks X nothing of the account; the acceptance of a long video does, which has a table of its own. */
export const table: Readonly<Record<SimulatedPlatform, Partial<Readonly<Record<Operation, Endings>>>>> = {
  x: {
    token: {
      ...repeated,
      timeout_after: lost,
      server_error_after: lost,
      malformed_json: lost,
      token_expired: ended('reconnect_required'),
      token_revoked: ended('reconnect_required'),
      // Whatever is not X's word for a login that has ended is a fault that passes.
      permission_missing: 'retried',
      duplicate: 'retried',
      media_rejected: 'retried',
      daily_quota: 'retried',
    },
    upload: { ...repeated, ...xCommit, processing_failed: failed('media_rejected') },
    status: { ...repeated, ...xCommit, processing_failed: failed('media_rejected') },
    create: { ...askedAbout, ...xCommit },
    comment: {
      ...followUp,
      token_expired: 'published',
      token_revoked: { warned: 'reconnect_required', login: 'ended' },
      permission_missing: warned('permission_missing'),
      duplicate: warned('duplicate_content'),
      media_rejected: warned('media_rejected'),
      daily_quota: 'postponed',
    },
    // Nobody can ask any more.
    read: { ...harmless, token_revoked: { unknown: 1, login: 'ended' } },
  },
  bluesky: {
    // The same refresh token gives the same successor again, and there is the app password.
    token: {
      ...repeated,
      token_expired: 'published',
      token_revoked: 'published',
      permission_missing: 'published',
      duplicate: 'published',
      media_rejected: 'published',
      daily_quota: 'postponed',
    },
    // A mention that can't be looked up for good stays text.
    account: {
      ...repeated,
      token_expired: 'published',
      token_revoked: 'published',
      permission_missing: 'published',
      duplicate: 'published',
      media_rejected: 'published',
      daily_quota: 'postponed',
    },
    upload: { ...repeated, ...blueskyCommit, processing_failed: failed('media_rejected') },
    status: { ...repeated, ...blueskyCommit, processing_failed: failed('media_rejected') },
    create: { ...askedAbout, ...blueskyCommit },
    comment: {
      ...followUp,
      token_expired: 'published',
      token_revoked: 'published',
      permission_missing: { warned: 'permission_missing', login: 'ended' },
      duplicate: warned('duplicate_content'),
      media_rejected: warned('media_rejected'),
      daily_quota: 'postponed',
    },
    read: { ...harmless, permission_missing: { unknown: 1, login: 'ended' } },
  },
}
