export interface Month {
  /** Its first moment, in milliseconds since 1970. */
  readonly from: number
  /** The first moment of the next one. */
  readonly before: number
}

/** The calendar month (UTC) of a time. */
export function monthOf(at: number): Month {
  const date = new Date(at)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return { from: Date.UTC(year, month), before: Date.UTC(year, month + 1) }
}

/** The month (UTC) of a time, as `2026-11`. */
export const monthName = (at: number): string => new Date(at).toISOString().slice(0, 7)
