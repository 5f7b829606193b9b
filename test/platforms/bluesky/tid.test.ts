import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { recordKeys } from '../../../src/platforms/bluesky/tid.ts'

const digits = '234567abcdefghijklmnopqrstuvwxyz'

/** Decodes the number that it represents. */
const numberOf = (key: string): bigint => [...key].reduce((sum, one) => sum * 32n + BigInt(digits.indexOf(one)), 0n)

const from = (...values: readonly number[]) => {
  let at = 0
  return () => values[at++ % values.length] ?? 0
}

test('a key holds the microseconds since 1970 and the number of a clock', () => {
  const now = Date.UTC(2026, 10, 21, 10)
  const keyOf = recordKeys({ now, fraction: from(0.5, 0.25) })
  assert.equal(numberOf(keyOf(0)), (BigInt(now) * 1_000n + 450n) * 1_024n + 256n)
})

test('a key of a real post is reproduced from its parts', () => {
  // The example of the atproto specification: a moment of 2023-06-30, and clock 6.
  const value = numberOf('3jzfcijpj2z2a')
  const micros = value / 1_024n
  const inside = Number(micros % 1_000n)
  const tools = {
    now: Number(micros / 1_000n),
    fraction: from((inside + 0.5) / 900, (Number(value % 1_024n) + 0.5) / 1_024),
  }
  assert.equal(recordKeys(tools)(0), '3jzfcijpj2z2a')
})

test('keys have the form that record keys of posts must have, and sort in the order of their thread', () => {
  const time = fc.integer({ min: 0, max: Date.UTC(2200, 0) })
  const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(time, fraction, fraction, (now, one, other) => {
      const keyOf = recordKeys({ now, fraction: from(one, other) })
      const keys = [0, 1, 2, 3].map(keyOf)
      for (const key of keys) assert.match(key, /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/)
      assert.deepEqual([...new Set(keys)].sort(), keys)
      for (const key of keys) assert.equal(numberOf(key) / 1_024n / 1_000n, BigInt(now))
    }),
  )
})
