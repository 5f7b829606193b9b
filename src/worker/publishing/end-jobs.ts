import type { Transaction } from '../../store/engine/database.ts'
import type { Lease } from '../../store/engine/leases.ts'
import { freeLanes } from '../../store/jobs/leased-jobs.ts'
import { type StepRow, writeSteps } from '../../store/jobs/steps.ts'
import { type JobMove, recordMoves } from './record-move.ts'

/** A leased job that has ended, with its last step. */
export interface EndedJob extends Lease, Omit<JobMove, 'ends'> {
  readonly step: StepRow
}

/** Stores the ends of jobs, for which nothing is left to do. Returns the IDs of those that were still leased. */
export async function endJobs(tx: Transaction, ended: readonly EndedJob[]): Promise<number[]> {
  const lost = await recordMoves(
    tx,
    ended.map(({ job, move }) => ({ job, move, ends: true })),
  )
  const leased = ended.filter(({ id }) => !lost.has(id))
  await freeLanes(
    tx,
    leased.map(({ id, fence, job: { lane } }) => ({ id, fence, lane })),
  )
  await writeSteps(
    tx,
    leased.map(({ step }) => step),
  )
  return leased.map(({ id }) => id)
}
