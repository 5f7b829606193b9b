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

/** Every move there is; whatever is not here never happens. */
export const jobMoves: Readonly<Record<JobStatus, readonly JobStatus[]>> = {
  queued: ['processing', 'cancelled'],
  processing: ['completed', 'failed', 'action_required', 'retrying'],
  retrying: ['processing', 'cancelled'],
  action_required: ['completed', 'queued', 'failed'],
  completed: [],
  failed: ['queued'],
  cancelled: [],
}

/** The status after a move; a move that does not exist is a mistake in the program. */
export function moveJob(from: JobStatus, to: JobStatus): JobStatus {
  if (!jobMoves[from].includes(to)) throw new Error(`A job never goes from ${from} to ${to}.`)
  return to
}

/** Nothing is visible, no commit is in doubt, and no worker is at it. */
export const isCancellable = (status: JobStatus): status is 'queued' | 'retrying' =>
  jobMoves[status].includes('cancelled')

export const hasEnded = (status: JobStatus): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled'
