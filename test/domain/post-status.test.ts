import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hasEnded, type JobStatus, jobStatuses } from '../../src/domain/job-status.ts'
import { postStatusOf, shownPostStatus } from '../../src/domain/post-status.ts'

const jobs = (...statuses: readonly JobStatus[]) =>
  statuses.map((status) => ({ status, startedAt: status === 'queued' || status === 'cancelled' ? null : 1 }))

const cases: readonly (readonly [jobs: readonly JobStatus[], status: string])[] = [
  [['queued'], 'queued'],
  [['queued', 'queued'], 'queued'],
  [['queued', 'processing'], 'processing'],
  [['queued', 'completed'], 'processing'],
  [['queued', 'failed'], 'processing'],
  [['queued', 'cancelled'], 'queued'],
  [['retrying'], 'processing'],
  [['action_required'], 'processing'],
  [['action_required', 'completed'], 'processing'],
  [['completed'], 'successful'],
  [['completed', 'completed'], 'successful'],
  [['completed', 'cancelled'], 'successful'],
  [['completed', 'failed'], 'partial'],
  [['completed', 'failed', 'cancelled'], 'partial'],
  [['failed'], 'failed'],
  [['failed', 'failed'], 'failed'],
  [['failed', 'cancelled'], 'failed'],
  [['cancelled'], 'cancelled'],
  [['cancelled', 'cancelled'], 'cancelled'],
]

for (const [statuses, status] of cases)
  test(`a group of ${statuses.join(', ')} is ${status}`, () => {
    assert.equal(postStatusOf(jobs(...statuses)), status)
  })

test('a group has ended exactly when all of its jobs have', () => {
  const ended = ['successful', 'partial', 'failed', 'cancelled']
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...jobStatuses), { minLength: 1, maxLength: 10 }), (statuses) => {
      assert.equal(ended.includes(postStatusOf(jobs(...statuses))), statuses.every(hasEnded))
    }),
  )
})

test('a group whose time has not come is shown as scheduled, and no other is', () => {
  assert.equal(shownPostStatus('queued', 1_001, 1_000), 'scheduled')
  assert.equal(shownPostStatus('queued', 1_000, 1_000), 'queued')
  assert.equal(shownPostStatus('queued', null, 1_000), 'queued')
  assert.equal(shownPostStatus('cancelled', 1_001, 1_000), 'cancelled')
})
