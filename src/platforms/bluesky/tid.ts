import { createHash } from 'node:crypto'
import type { Json } from '../../domain/outcome.ts'
import type { PlanTools } from '../../domain/plan.ts'

// Sorts in the order of the numbers (atproto specification of TIDs, 2026-08).
const digits = '234567abcdefghijklmnopqrstuvwxyz'
const length = 13
const clocks = 1_024

/** In microseconds: the latest start of a plan's first key within its millisecond, so that its other keys still fit. */
const spread = 900

/** Ascending keys that no other plan has: microseconds since 1970, and a clock number. */
export function recordKeys({ now, fraction }: PlanTools): (index: number) => string {
  const first = BigInt(now) * 1_000n + BigInt(Math.floor(fraction() * spread))
  const clock = BigInt(Math.floor(fraction() * clocks))
  return (index) => encoded((first + BigInt(index)) * BigInt(clocks) + clock)
}

/**
 * A key computed from the content and its time (in milliseconds since 1970), with a hash in place of random numbers, so that
 * another attempt has the same key.
 */
export function recordKeyOf(what: Json, now: number): string {
  const hash = createHash('sha256').update(JSON.stringify(what)).digest()
  const numbers = [hash.readUInt32BE(0), hash.readUInt32BE(4)]
  const fraction = (): number => (numbers.shift() ?? 0) / 2 ** 32
  return recordKeys({ now, fraction })(0)
}

function encoded(value: bigint): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 32n) text = digits.charAt(Number(rest % 32n)) + text
  return text
}
