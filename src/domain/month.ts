export interface Month {
  /** Its first moment, in milliseconds since 1970. */
  readonly from: number
  /** The first moment of the next one. */
  readonly before: number
}

/** The calendar month, UTC, that a time is in. */
export function monthOf(at: number): Month {
  const date = new Date(at)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return { from: Date.UTC(year, month), before: Date.UTC(year, month + 1) }
}
