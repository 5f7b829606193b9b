import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCancellable, type JobStatus, jobMoves, jobStatuses, moveJob } from '../../src/domain/job-status.ts'

/** The documented table of statuses, written a second time. */
const moves: readonly (readonly [from: JobStatus, to: JobStatus])[] = [
  ['queued', 'processing'],
  ['queued', 'cancelled'],
  ['processing', 'completed'],
  ['processing', 'failed'],
  ['processing', 'action_required'],
  ['processing', 'retrying'],
  ['retrying', 'processing'],
  ['retrying', 'cancelled'],
  ['action_required', 'completed'],
  ['action_required', 'queued'],
  ['action_required', 'failed'],
  ['failed', 'queued'],
]

test('a job makes only the allowed status changes, and any other throws', () => {
  for (const from of jobStatuses)
    for (const to of jobStatuses) {
      const exists = moves.some(([a, b]) => a === from && b === to)
      if (exists) assert.equal(moveJob(from, to), to)
      else assert.throws(() => moveJob(from, to), /never goes/, `${from} to ${to}`)
    }
})

test('a final status never changes', () => {
  assert.deepEqual(
    jobStatuses.filter((status) => jobMoves[status].length === 0),
    ['completed', 'cancelled'],
  )
})

test('a job can be cancelled only while nothing of it is published or in doubt', () => {
  assert.deepEqual(jobStatuses.filter(isCancellable), ['queued', 'retrying'])
})
