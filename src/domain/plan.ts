import type { Json } from './outcome.ts'

/**
 * `prepare`: can be repeated, shows nothing. `upload`: can be repeated or resumed. `wait`: asks whether the platform is
 * ready. `commit`: makes the post visible; exactly one in a plan. `follow_up`: a small commit of its own after the job is
 * completed, which can only add warnings.
 */
export type StepKind = 'prepare' | 'upload' | 'wait' | 'commit' | 'follow_up'

/** A step as it is stored with the job. It is never computed again. */
export interface PlannedStep {
  /** Unique in the plan. Later steps find the result by this key. */
  readonly name: string
  /** The action of the platform's adapter that performs the step. */
  readonly action: string
  readonly input: Json
}

/** The only input of a plan besides the content, so that it is a pure function. */
export interface PlanTools {
  /** Milliseconds since 1970. */
  readonly now: number
  /** From 0 up to 1. */
  readonly fraction: () => number
}
