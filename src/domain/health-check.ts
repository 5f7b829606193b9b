export const checkStatuses = ['ok', 'warning', 'error'] as const
export type CheckStatus = (typeof checkStatuses)[number]

/** One thing that an instance needs, and how it is. */
export interface HealthCheck {
  readonly id: string
  readonly status: CheckStatus
  /** A sentence for people. */
  readonly summary: string
  /** Advice about what to do; null if nothing has to be done. */
  readonly remedy: string | null
  /** `polypost doctor --fix` can do it. */
  readonly mendable: boolean
}

/** The status of several checks together. */
export const worstOf = (checks: readonly HealthCheck[]): CheckStatus =>
  checks.reduce<CheckStatus>(
    (worst, { status }) => (checkStatuses.indexOf(status) > checkStatuses.indexOf(worst) ? status : worst),
    'ok',
  )
