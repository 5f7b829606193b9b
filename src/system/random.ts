import { randomInt } from 'node:crypto'

export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Unguessable text of letters and digits. */
export const randomText = (length: number): string =>
  Array.from({ length }, () => base62.charAt(randomInt(base62.length))).join('')
