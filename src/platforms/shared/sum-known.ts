/** The sum of the known numbers; null if none is known. */
export function sumKnown(numbers: readonly (number | null)[]): number | null {
  const known = numbers.filter((one) => one !== null)
  return known.length === 0 ? null : known.reduce((all, one) => all + one, 0)
}
