/** How far the clocks of a zone are ahead of UTC, in milliseconds, before a moment; the last one has no end. */
export interface ZoneStretch {
  readonly before: number | null
  readonly ahead: number
}
