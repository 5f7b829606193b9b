import type { PlanId } from './plans.ts'

type ByPlan = Readonly<Record<PlanId, number>>

/** The most that a user can use, by plan. The operator sets the numbers. */
export interface UserLimits {
  /** Of media; 0: no limit. */
  readonly storedBytes: ByPlan
  /** These three count in one process. */
  readonly fetchesAtOnce: ByPlan
  readonly uploadsAtOnce: ByPlan
  readonly eventStreams: ByPlan
  readonly webhooks: ByPlan
}
