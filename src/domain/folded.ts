/** Lower case is made here, since the two databases treat letters beyond ASCII differently. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Whether two lists name the same labels. */
export const sameNames = (some: readonly string[], others: readonly string[]): boolean => {
  const [one, other] = [new Set(some.map(folded)), new Set(others.map(folded))]
  return one.size === other.size && one.isSubsetOf(other)
}
