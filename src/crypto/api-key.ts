import { hash, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { base62, randomText } from '../system/random.ts'

/** The number of characters of a key that are stored unhashed, so that people recognize it. */
const prefixLength = 10

export interface NewKey {
  readonly key: string
  readonly prefix: string
  readonly hash: string
}

/** `pp_`, 34 random characters, and a checksum of 6 that distinguishes a mistyped key from an unknown one. */
export function newApiKey(): NewKey {
  const body = `pp_${randomText(34)}`
  return describeKey(body + checksum(body))
}

export const describeKey = (key: string): NewKey => ({ key, prefix: key.slice(0, prefixLength), hash: hashKey(key) })

export const hashKey = (key: string): string => hash('sha256', key)

export const sameHash = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b))

export const looksMistyped = (key: string): boolean => checksum(key.slice(0, -6)) !== key.slice(-6)

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let digit = 0; digit < 6; digit++) {
    digits = base62.charAt(rest % base62.length) + digits
    rest = Math.floor(rest / base62.length)
  }
  return digits
}
