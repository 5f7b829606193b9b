import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import type { PlannedStep } from '../../domain/plan.ts'
import type { Platform } from '../../platforms/shared/platform.ts'
import type { JobRow } from '../../store/jobs/jobs.ts'
import { listSteps, type StepRow } from '../../store/jobs/steps.ts'
import { isoTime, isoTimeOrNull } from '../../system/clock.ts'
import type { UseCase } from '../context.ts'
import { ownJob } from '../posts/own-post.ts'

type Step = Output<Operations['listJobSteps']>['data']['steps'][number]

export const listJobSteps: UseCase<'listJobSteps'> = async ({ database, caller, platforms, params }) => {
  const { job } = await ownJob(database.read, caller, params.id)
  const rows = new Map((await listSteps(database.read, job.id)).map((row) => [row.position, row]))
  const platform = platforms.find(({ name }) => name === job.platform)
  const plan = job.plan ?? []
  const current = plan.findIndex((_, position) => isOpen(rows.get(position)))
  const steps = plan.map((step, position) =>
    showStep(step, rows.get(position), platform, position === current ? job.status : null),
  )
  return { status: 'ok', data: { job_id: job.id, steps } }
}

const isOpen = (row: StepRow | undefined): boolean => row?.status !== 'done' && row?.status !== 'failed'

/** `jobStatus`: only of the step that the job is at. */
function showStep(
  { name, action, input }: PlannedStep,
  row: StepRow | undefined,
  platform: Platform | undefined,
  jobStatus: JobRow['status'] | null,
): Step {
  const known = platform?.live.actions[action]
  const status = statusOf(row, jobStatus)
  const isUpload = known?.kind === 'upload'
  const sent = isUpload && row?.saved != null ? (known.sentShare?.(input, row.saved) ?? null) : null
  return {
    name,
    // A plan of another version may have an action that this version does not know.
    kind: known?.kind ?? 'prepare',
    status,
    tries: row?.tries ?? 0,
    share: isUpload && status === 'done' ? 1 : sent,
    started_at: row && status !== 'planned' ? isoTime(row.started_at) : null,
    finished_at: isoTimeOrNull(row?.finished_at ?? null),
  }
}

function statusOf(row: StepRow | undefined, jobStatus: JobRow['status'] | null): Step['status'] {
  if (row?.status === 'done' || row?.status === 'failed') return row.status
  if (row && row.doubt_since !== null) return 'in_doubt'
  if (row?.status === 'begun') return jobStatus === 'action_required' ? 'in_doubt' : 'running'
  return jobStatus === 'processing' ? 'running' : 'planned'
}
