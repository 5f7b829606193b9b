import type { JobError } from './job-error.ts'

/** Anything that JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** Where a post, or a comment, is on its platform. */
export interface Published {
  readonly id: string
  readonly url: string | null
}

/** What a person has to do before a job can end. */
export type ActionRequired =
  | { readonly code: 'finish_in_app'; readonly message: string; readonly resolveBy: number }
  | { readonly code: 'outcome_unknown'; readonly message: string; readonly lookAt: readonly string[] }

/** What became of a call to a platform, told by what happens next. */
export type Outcome =
  /** Later steps read the result. A commit says where the post is. */
  | { readonly type: 'done'; readonly result: Json; readonly published?: Published }
  /** Not ready yet: ask again. It is no attempt. */
  | { readonly type: 'wait'; readonly pause: number }
  /**
   * It surely had no effect, and may succeed later: not before `notBefore`, or after `pause`; either may hold for the
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
  /** It may have had its effect; only the platform can tell. */
  | { readonly type: 'unknown'; readonly message: string }
  /** It had no effect, and never will. */
  | { readonly type: 'rejected'; readonly error: JobError; readonly message: string }
  /** The access token was refused: it had no effect, and a renewed token may help. */
  | { readonly type: 'expired'; readonly message: string }
  /** Only a new login by a person helps. */
  | { readonly type: 'reconnect'; readonly error: JobError; readonly message: string }
  /** A person must finish it at the platform. */
  | { readonly type: 'action'; readonly action: ActionRequired; readonly result: Json }

/** A call that was not accepted, or whose effect is unknown. */
export type Refusal = Exclude<Outcome, { readonly type: 'done' | 'wait' | 'action' }>

/** What the platform says, asked whether something is there. */
export type Presence =
  | Extract<Outcome, { readonly type: 'retry' | 'expired' | 'reconnect' }>
  | { readonly type: 'found'; readonly result: Json; readonly published?: Published }
  | { readonly type: 'absent' }
  | { readonly type: 'cannot_tell'; readonly message: string }
