import { randomBytes, randomInt } from 'node:crypto'

export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** From 0 up to 1, for jitter; not for secrets. */
export const randomFraction = (): number => Math.random()

/** Unguessable text of letters and digits. */
export const randomText = (length: number): string =>
  Array.from({ length }, () => base62.charAt(randomInt(base62.length))).join('')

/** UUID version 7: unguessable, and increasing with time. */
export function uuid7(now: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
