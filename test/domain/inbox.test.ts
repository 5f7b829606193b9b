import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inboxReadFor, nextInboxRead } from '../../src/domain/inbox.ts'
import { hour, minute } from '../../src/domain/time.ts'

const least = 5 * minute

/** How often a post is read in its whole life; `quietFrom`: its comments stop at this age. */
function looks(quietFrom: number): number {
  let age = least
  for (let count = 1; ; count += 1) {
    const next = nextInboxRead({ age, quiet: Math.max(0, age - quietFrom) })
    if (next === null) return count
    assert.ok(next >= least && next <= 12 * hour)
    age += next
  }
}

test('a quiet post costs about a hundred looks, and one that never rests a thousand', () => {
  assert.ok(looks(0) < 110, `${looks(0)}`)
  assert.ok(looks(inboxReadFor) < 1_100, `${looks(inboxReadFor)}`)
})

test('a post is read for thirty days', () => {
  assert.notEqual(nextInboxRead({ age: inboxReadFor, quiet: 0 }), null)
  assert.equal(nextInboxRead({ age: inboxReadFor + 1, quiet: 0 }), null)
})
