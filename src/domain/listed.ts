/** Not `Intl.ListFormat`: it loads the tables of Unicode, which costs a start 20 ms of processor time. */

/** `a`, `a or b`, or `a, b, or c`. */
export const orList = (words: Iterable<string>): string => listed([...words], 'or')

/** `a`, `a and b`, or `a, b, and c`. */
export const andList = (words: Iterable<string>): string => listed([...words], 'and')

function listed(words: readonly string[], conjunction: string): string {
  const [last = ''] = words.slice(-1)
  if (words.length < 2) return last
  if (words.length === 2) return words.join(` ${conjunction} `)
  return `${words.slice(0, -1).join(', ')}, ${conjunction} ${last}`
}
