import type { Json } from './outcome.ts'

/**
 * `prepare`: can be repeated, shows nothing. `upload`: can be repeated or resumed. `wait`: asks whether the platform is
 * ready. `commit`: makes the post visible; exactly one in a plan. `follow_up`: a small commit of its own after the job is
 * completed, which can only add warnings.
 */
export type StepKind = 'prepare' | 'upload' | 'wait' | 'commit' | 'follow_up'

/** A step as it is stored with the job; it is never computed again. */
export interface PlannedStep {
  /** Unique in the plan; later steps find its result by it. */
  readonly name: string
  /** Which of the platform's actions performs it. */
  readonly action: string
  readonly input: Json
}

/** What a plan takes from the outside, so that it is otherwise a pure function of the content. */
export interface PlanTools {
  /** Milliseconds since 1970. */
  readonly now: number
  /** From 0 up to 1. */
  readonly fraction: () => number
}
