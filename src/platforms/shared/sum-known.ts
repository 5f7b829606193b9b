/** Of the numbers that there are; null where there is none. */
export function sumKnown(numbers: readonly (number | null)[]): number | null {
  const known = numbers.filter((one) => one !== null)
  return known.length === 0 ? null : known.reduce((all, one) => all + one, 0)
}
