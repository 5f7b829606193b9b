import type { JobError } from './job-error.ts'

/** Anything that JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** The ID and the URL of a post or comment on its platform. */
export interface PublishedPost {
  readonly id: string
  readonly url: string | null
}

/** The task of a person before a job can end. */
export type ActionRequired =
  | { readonly code: 'finish_in_app'; readonly message: string; readonly resolveBy: number }
  | { readonly code: 'outcome_unknown'; readonly message: string; readonly lookAt: readonly string[] }

/** The result of a call to a platform. The types differ in what happens next. */
export type Outcome =
  /** Later steps use the result. A commit returns the ID of the post. */
  | { readonly type: 'done'; readonly result: Json; readonly published?: PublishedPost }
  /** Not ready yet: ask again. This does not count as an attempt. */
  | { readonly type: 'wait'; readonly pause: number }
  /**
   * It certainly had no effect, and may succeed later: not before `notBefore`, or after `pause`. Both may apply to the
   * whole account.
   */
  | {
      readonly type: 'retry'
      readonly error: JobError
      readonly message: string
      readonly notBefore?: number
      readonly pause?: number
      readonly wholeAccount?: boolean
    }
  /** It may have had an effect. Only the platform knows. */
  | { readonly type: 'unknown'; readonly message: string }
  /** It had no effect, and a repetition would not have one either. */
  | { readonly type: 'rejected'; readonly error: JobError; readonly message: string }
  /** The access token was refused. It had no effect, and a renewed token may help. */
  | { readonly type: 'expired'; readonly message: string }
  /** Only a new login by a person helps. */
  | { readonly type: 'reconnect'; readonly error: JobError; readonly message: string }
  /** A person must finish the post on the platform. */
  | { readonly type: 'action'; readonly action: ActionRequired; readonly result: Json }

/** A call that was not accepted, or whose effect is unknown. */
export type Refusal = Exclude<Outcome, { readonly type: 'done' | 'wait' | 'action' }>

/** The platform's answer to the question whether something exists. */
export type Presence =
  | Extract<Outcome, { readonly type: 'retry' | 'expired' | 'reconnect' }>
  | { readonly type: 'found'; readonly result: Json; readonly published?: PublishedPost }
  | { readonly type: 'absent' }
  | { readonly type: 'cannot_tell'; readonly message: string }
