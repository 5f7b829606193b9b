import type { World } from '../../shared/simulator.ts'

// Atproto specification of TIDs, 2026-08: 64 bits. The first is 0, then 53 bits of microseconds and 10 bits of clock
// ID.
const digits = '234567abcdefghijklmnopqrstuvwxyz'
const length = 13
const clock = 7n

export const tid = /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/

/** Unique, and increasing with time. */
export function newTid(world: World): string {
  const microseconds = BigInt(Math.floor(world.now())) * 1_000n + BigInt(world.next('tid') % 1_000)
  let text = ''
  for (let rest = (microseconds << 10n) | clock; text.length < length; rest >>= 5n)
    text = digits.charAt(Number(rest & 31n)) + text
  return text
}
