import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backoff, doubtPause } from '../../src/domain/backoff.ts'
import { shareOf } from '../../src/queue/share.ts'

test('retries wait about 15 seconds at first, then twice as long each time, and at most half an hour', () => {
  const middle = (tries: number) => backoff(tries, 0.5) / 1_000
  assert.deepEqual([1, 2, 3, 4, 5].map(middle), [15, 30, 60, 120, 240])
  assert.equal(middle(60), 1_800)
  assert.ok(backoff(1, 0) < 15_000 && backoff(1, 0.999) > 15_000)
})

test('a post in doubt is checked at once, then less and less often', () => {
  assert.deepEqual([0, 10_000, 60_000, 86_400_000].map(doubtPause), [2_000, 5_000, 30_000, 300_000])
})

test('slots are shared evenly, and a quarter stays free for the next one', () => {
  assert.equal(shareOf([], 32).slotsFor(1), 24)
  assert.deepEqual(
    shareOf(
      Array.from({ length: 24 }, () => 1),
      32,
    ).fullUsers,
    [1],
  )
  const two = shareOf([...Array.from({ length: 12 }, () => 1), 2], 32)
  assert.deepEqual(two.fullUsers, [1])
  assert.equal(two.slotsFor(2), 11)
})
