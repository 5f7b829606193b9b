import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstRead, nextRead } from '../../src/domain/metric-schedule.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

test('a post is read 5 and 30 minutes, 2, 6 and 24 hours after it was published, then daily for 90 days', () => {
  const ages: number[] = [firstRead]
  for (let age = nextRead(firstRead); age !== null; age = nextRead(age)) ages.push(age)
  const days = Array.from({ length: 90 }, (_, index) => (index + 1) * day)
  assert.deepEqual(ages, [5 * minute, 30 * minute, 2 * hour, 6 * hour, ...days])
})

test('reads that were missed during an outage are not repeated', () => {
  assert.equal(nextRead(3 * hour), 6 * hour)
  assert.equal(nextRead(40 * day + 1), 41 * day)
  assert.equal(nextRead(90 * day), null)
  assert.equal(nextRead(400 * day), null)
})
