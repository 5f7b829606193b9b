import { randomInt } from 'node:crypto'

export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** From 0 up to 1, for spreading things out; not for secrets. */
export const randomFraction = (): number => Math.random()

/** Unguessable text of letters and digits. */
export const randomText = (length: number): string =>
  Array.from({ length }, () => base62.charAt(randomInt(base62.length))).join('')
