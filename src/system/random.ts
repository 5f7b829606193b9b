import { randomFillSync, randomUUID } from 'node:crypto'

export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** From 0 up to 1, for jitter; not for secrets. */
export const randomFraction = (): number => Math.random()

/** Bytes are drawn from the system many at once: drawing them for one text takes ten times as long as writing it. */
const pool = new Uint8Array(4096)
let used = pool.length

function nextByte(): number {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  return pool[used++] ?? 0
}

/** Bytes from here on are left out, so that each character is equally likely. */
const unfairFrom = 256 - (256 % base62.length)

/** Unguessable text of letters and digits. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    const byte = nextByte()
    if (byte < unfairFrom) text += base62.charAt(byte % base62.length)
  }
  return text
}

/** UUID version 7: unguessable, and increasing with time. */
export function uuid7(now: number): string {
  const time = now.toString(16).padStart(12, '0')
  // A random UUID has version 4; what follows its version is random, and the same in both.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
