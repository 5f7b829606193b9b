import { storable } from '../../domain/foreign-text.ts'

/** How JSON writes NUL and half of a character. PostgreSQL takes no `jsonb` with them. */
const unstorable = /\\u(?:0000|d[89a-f])/

/**
 * A list as one parameter. Anything else stays as it is: while a fixed query is built, its lists are not known yet. The
 * texts in it are made storable, which is needed seldom, so it looks first.
 */
export function listAsJson(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  const text = JSON.stringify(value)
  return unstorable.test(text)
    ? JSON.stringify(value, (_, one) => (typeof one === 'string' ? storable(one) : one))
    : text
}

/** The same for a single text. */
export const storableValue = (value: unknown): unknown => (typeof value === 'string' ? storable(value) : value)
