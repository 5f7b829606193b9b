/** While a post is accepted, whatever its platforms. */
export const acceptPoints: readonly string[] = ['accept.stored', 'idempotency.stored']

/** Where a process is killed while it reports the end of a post to a callback URL. */
export interface DeliverPoint {
  readonly at: string
  /** How often the callback URL receives it. */
  readonly heard: number
  /** Whether the attempt must be repeated. */
  readonly brokenOff: boolean
}

export const deliverPoints: readonly DeliverPoint[] = [
  { at: 'deliver.claimed', heard: 1, brokenOff: true },
  { at: 'deliver.answered', heard: 2, brokenOff: true },
  { at: 'deliver.written', heard: 1, brokenOff: false },
]
