import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base62, randomText, uuid7 } from '../../src/system/random.ts'

test('each letter and digit of a random text is equally likely', () => {
  const each = 10_000
  const counts = new Map<string, number>()
  for (const character of randomText(each * base62.length)) counts.set(character, (counts.get(character) ?? 0) + 1)
  assert.equal([...counts.keys()].sort().join(''), base62)
  // Ten times the standard deviation.
  for (const [character, count] of counts)
    assert.ok(Math.abs(count - each) < each / 10, `${character}: ${count} of ${each}`)
})

test('no two random texts are equal', () => {
  const texts = Array.from({ length: 10_000 }, () => randomText(24))
  assert.equal(new Set(texts).size, texts.length)
})

test('a UUID of version 7 has its version, its variant and its time, and no other is equal', () => {
  const now = Date.UTC(2026, 10, 27)
  const made = Array.from({ length: 10_000 }, () => uuid7(now))
  for (const uuid of made) assert.match(uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  for (const uuid of made) assert.equal(Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16), now)
  assert.equal(new Set(made).size, made.length)
})
