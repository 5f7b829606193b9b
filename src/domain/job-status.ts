export const jobStatuses = [
  'queued',
  'processing',
  'retrying',
  'action_required',
  'completed',
  'failed',
  'cancelled',
] as const

export type JobStatus = (typeof jobStatuses)[number]

/** All allowed changes of status. */
export const jobMoves: Readonly<Record<JobStatus, readonly JobStatus[]>> = {
  queued: ['processing', 'cancelled'],
  processing: ['completed', 'failed', 'action_required', 'retrying'],
  retrying: ['processing', 'cancelled'],
  action_required: ['completed', 'queued', 'failed'],
  completed: [],
  failed: ['queued'],
  cancelled: [],
}

/** The status after a change. A change that is not allowed is a bug. */
export function moveJob(from: JobStatus, to: JobStatus): JobStatus {
  if (!jobMoves[from].includes(to)) throw new Error(`A job never goes from ${from} to ${to}.`)
  return to
}

/** Nothing is visible, no commit is in doubt, and no worker holds the job. */
export const isCancellable = (status: JobStatus): status is 'queued' | 'retrying' =>
  jobMoves[status].includes('cancelled')

export const hasEnded = (status: JobStatus): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled'
