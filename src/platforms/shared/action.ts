import type { z } from 'zod'
import type { Json, Outcome, Presence } from '../../domain/outcome.ts'
import type { StepKind } from '../../domain/plan.ts'
import type { AccountContext, Author, StepContext } from './context.ts'

export interface Action {
  readonly kind: StepKind
  readonly perform: (input: Json, context: StepContext) => Promise<Outcome>
  /** A commit and a follow-up must say how doubt is resolved. */
  readonly doubt?: Doubt
  /** For an `upload` in parts: how much of the file the platform has, from 0 to 1, by what the step saved. */
  readonly sentShare?: (input: Json, saved: Json) => number | null
  /** For a `wait` or an `upload`: how long the platform may take to get ready. */
  readonly waitLimit?: number
  /** For a follow-up: the warning that its failure leaves; by default `comment_failed`. */
  readonly warning?: 'comment_failed' | 'thumbnail_rejected' | 'playlist_failed' | 'restricted_by_platform'
  /** For a commit that a person finishes in the platform's app: reads its status, by its result. */
  readonly check?: StateCheck
}

/** `isLast`: this is the last time that the status is read. */
export type StateCheck = (result: Json, context: AccountContext, isLast: boolean) => Promise<Outcome>

/** How an unknown effect of a call is found out. */
export interface Doubt {
  /** Asks the platform, and changes nothing there. */
  readonly reconcile: (input: Json, context: StepContext) => Promise<Presence>
  /**
   * Looks for a post by what it shows alone, for a job of which keys and results are lost; left out if `reconcile` does not
   * need them, or if the platform lists nothing. `since`: it cannot be older; in milliseconds since 1970.
   */
  readonly search?: (input: Json, since: number, context: StepContext) => Promise<Presence>
  /** Whether the platform's own key, or its refusal of duplicates, makes a second one impossible. */
  readonly repeatable: (input: Json) => boolean
  /** How long something that was published may be missing where `reconcile` looks. */
  readonly settleTime: number
  /** URLs where a person can look. */
  readonly lookAt: (input: Json, author: Author) => readonly string[]
}

/** An action whose stored input is read by a schema before it is performed. */
export function defineAction<S extends z.ZodType>(action: {
  readonly kind: StepKind
  readonly input: S
  readonly perform: (input: z.output<S>, context: StepContext) => Promise<Outcome>
  readonly doubt?: {
    readonly reconcile: (input: z.output<S>, context: StepContext) => Promise<Presence>
    readonly search?: (input: z.output<S>, since: number, context: StepContext) => Promise<Presence>
    readonly repeatable: (input: z.output<S>) => boolean
    readonly settleTime: number
    readonly lookAt: (input: z.output<S>, author: Author) => readonly string[]
  }
  readonly sentShare?: (input: z.output<S>, saved: Json) => number | null
  readonly waitLimit?: number
  readonly warning?: Action['warning']
  readonly check?: StateCheck
}): Action {
  const { kind, input: schema, perform, doubt, sentShare, waitLimit, warning, check } = action
  const search = doubt?.search
  return {
    kind,
    perform: (input, context) => perform(schema.parse(input), context),
    ...(sentShare && { sentShare: (input, saved) => sentShare(schema.parse(input), saved) }),
    ...(waitLimit === undefined ? {} : { waitLimit }),
    ...(warning === undefined ? {} : { warning }),
    ...(check && { check }),
    ...(doubt && {
      doubt: {
        reconcile: (input, context) => doubt.reconcile(schema.parse(input), context),
        ...(search && { search: (input, since, context) => search(schema.parse(input), since, context) }),
        repeatable: (input) => doubt.repeatable(schema.parse(input)),
        settleTime: doubt.settleTime,
        lookAt: (input, author) => doubt.lookAt(schema.parse(input), author),
      },
    }),
  }
}
