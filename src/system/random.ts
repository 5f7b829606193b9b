import { randomBytes } from 'node:crypto'

export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** From 0 up to 1, for jitter; not for secrets. */
export const randomFraction = (): number => Math.random()

/** Bytes from here on are left out: with them, the first characters would be more frequent than the last ones. */
const evenBytes = 256 - (256 % base62.length)

/** Fetched many at a time, because a request needs a few texts and each call of the system costs more than a text. */
const fetchedBytes = 4_096
let unused: Iterator<number> = randomBytes(0).values()

function nextByte(): number {
  for (;;) {
    const next = unused.next()
    if (!next.done) return next.value
    unused = randomBytes(fetchedBytes).values()
  }
}

/** Unguessable text of letters and digits. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    const byte = nextByte()
    if (byte < evenBytes) text += base62.charAt(byte % base62.length)
  }
  return text
}

/** UUID version 7: unguessable, and increasing with time. */
export function uuid7(now: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
