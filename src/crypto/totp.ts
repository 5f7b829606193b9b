import { createHmac, randomBytes } from 'node:crypto'
import { second } from '../domain/time.ts'

/** The settings that every authenticator app supports: SHA-1, 6 digits, a new code every 30 seconds (RFC 6238). */
const step = 30 * second
const digits = 6
const secretBytes = 20
const recoveryBytes = 10
/** A phone’s clock may be wrong by one step, in both directions. */
const tolerated = [0, -1, 1]

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret in base32, the form that people can type into an app. */
export const newTotpSecret = (): string => toBase32(randomBytes(secretBytes))

/** A code for when the app is lost: 80 bits, in groups of four. */
export const newRecoveryCode = (): string => toBase32(randomBytes(recoveryBytes)).match(/.{4}/g)?.join('-') ?? ''

/** The step whose code this is, or null. A step at or before `lastStep` was used: its code does not count again. */
export function totpStep(secret: string, code: string, now: number, lastStep: number): number | null {
  const current = Math.floor(now / step)
  return tolerated.map((off) => current + off).find((at) => at > lastStep && totpCode(secret, at) === code) ?? null
}

/** The code of a step, by RFC 4226. */
export function totpCode(secret: string, at: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(at))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The address that an authenticator app reads from a QR code. */
export function totpUrl(secret: string, account: string): string {
  const url = new URL(`otpauth://totp/${encodeURIComponent(`Polypost:${account}`)}`)
  url.search = new URLSearchParams({ secret, issuer: 'Polypost' }).toString()
  return url.href
}

/** The number of bytes is a multiple of five, so there is no padding. */
const toBase32 = (bytes: Buffer): string =>
  bitsOf([...bytes], 8)
    .match(/.{5}/g)
    ?.map((five) => base32.charAt(Number.parseInt(five, 2)))
    .join('') ?? ''

function fromBase32(text: string): Buffer {
  const bits = bitsOf(
    [...text].map((one) => base32.indexOf(one)),
    5,
  )
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}

const bitsOf = (numbers: readonly number[], width: number): string =>
  numbers.map((number) => number.toString(2).padStart(width, '0')).join('')
