/**
 * The text as every database stores it and every JSON parser reads it: without NUL, and with a replacement for half of a
 * character (a surrogate without the other one).
 */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '')

/**
 * The first characters of a text that others wrote, storable. It counts code points: a cut between two UTF-16 units would
 * leave half of an emoji.
 */
export const firstCharacters = (text: string, mostCharacters: number): string =>
  [...storable(text.slice(0, mostUnits * mostCharacters))].slice(0, mostCharacters).join('')

/** UTF-16 units of one code point, at most. */
const mostUnits = 2
