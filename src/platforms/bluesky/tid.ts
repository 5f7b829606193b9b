import { createHash } from 'node:crypto'
import type { Json } from '../../domain/outcome.ts'
import type { PlanTools } from '../../domain/plan.ts'

// Sorts as the numbers do (atproto specification of TIDs, 2026-08).
const digits = '234567abcdefghijklmnopqrstuvwxyz'
const length = 13
const clocks = 1_024

/** In microseconds: how far into its millisecond a plan's first key may be, so that the others fit into it too. */
const spread = 900

/** Keys that no other plan has chosen, one behind the other: microseconds since 1970, and the number of a clock. */
export function recordKeys({ now, fraction }: PlanTools): (index: number) => string {
  const first = BigInt(now) * 1_000n + BigInt(Math.floor(fraction() * spread))
  const clock = BigInt(Math.floor(fraction() * clocks))
  return (index) => encoded((first + BigInt(index)) * BigInt(clocks) + clock)
}

/**
 * The key of something that was asked for at a moment (in milliseconds since 1970): whoever tries it again has the same
 * one, as what it is stands for chance.
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
