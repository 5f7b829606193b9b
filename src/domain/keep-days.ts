/** For how many days rows are kept; the operator sets it. */
export interface KeepDays {
  /** That have ended, with all that belongs to them. 0: for ever. */
  readonly posts: number
  /** And plans, of jobs that have ended. */
  readonly steps: number
  /** Except the latest metrics of a post. */
  readonly metrics: number
  /** And auto-replies. */
  readonly replies: number
  /** In the inbox. */
  readonly comments: number
  /** And deliveries. */
  readonly events: number
  /** Who did what. */
  readonly audit: number
}
