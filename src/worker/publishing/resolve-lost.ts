import type { Presence } from '../../domain/outcome.ts'
import type { PlannedStep } from '../../domain/plan.ts'
import { hour, minute } from '../../domain/time.ts'
import { isPublishedByOther, type JobRow } from '../../store/jobs/jobs.ts'
import { handBack } from '../../store/jobs/leased-jobs.ts'
import type { StepRow } from '../../store/jobs/steps.ts'
import { type JobWork, persist } from '../job-work.ts'
import { askLater, askPerson, settledAfter } from './doubt.ts'
import { actionOf, reconcile, search } from './perform.ts'
import { failStep, stepRow, succeed } from './take-step.ts'

/** A call that was under way when the copy was made has a result that is not in it. */
const margin = 5 * minute

export const isLost = ({ lost_since }: Pick<JobRow, 'lost_since'>): boolean => lost_since !== null

/** Posts that the platform shows from then on may be of this job. */
export const searchedFrom = ({ lost_since, scheduled_for }: JobRow): number => (lost_since ?? scheduled_for) - margin

/** How long to keep asking an unreachable platform. */
const askFor = hour

const why =
  'The database of Polypost was restored from a time before this was due, so it is unknown whether this was published in the meantime.'

/**
 * The database was restored, so this job may have been published without a record. The platform is asked about every step
 * that can be visible there. Nothing is sent: keys and results of that time are lost, so nothing prevents a second post.
 */
export async function resolveLost(work: JobWork): Promise<void> {
  for (const [position, step] of work.plan.entries()) {
    const row = stepRow(work, position)
    const { kind } = actionOf(work, step)
    if ((kind !== 'commit' && kind !== 'follow_up') || row.status === 'done' || row.status === 'failed') continue
    if ((await settleStep(work, step, row)) === 'handed back') return
  }
  await persist(work, (tx) => handBack(tx, work.job, { dueIn: null, keepLane: false }))
}

async function settleStep(work: JobWork, step: PlannedStep, row: StepRow): Promise<'go on' | 'handed back'> {
  const asked: StepRow = { ...row, doubt_since: row.doubt_since ?? work.now() }
  const age = work.now() - (asked.doubt_since ?? work.now())
  const presence = await ask(work, step, row)
  if (presence.type === 'found') return succeed(work, row, { ...presence, type: 'done' })
  const { doubt } = actionOf(work, step)
  const isTold = presence.type === 'absent' || presence.type === 'cannot_tell'
  const longest = isTold ? settledAfter(work, doubt?.settleTime ?? 0) : work.pace(askFor)
  if (age < longest) {
    await askLater(work, asked, 'notBefore' in presence ? presence.notBefore : undefined)
    return 'handed back'
  }
  if (work.job.status === 'completed')
    return failStep(work, row, { error: 'platform_unavailable', message: `${why} It was not sent again.` })
  await askPerson(work, step, asked, why)
  return 'handed back'
}

/** By the keys and results that are still known, then by what the post shows. */
async function ask(work: JobWork, step: PlannedStep, row: StepRow): Promise<Presence> {
  const presences = [await reconcile(work, step, row)]
  if (presences[0]?.type !== 'found') presences.push(await search(work, step, row, searchedFrom(work.job)))
  for (const presence of presences) if (presence.type === 'found' && !(await isOthers(work, presence))) return presence
  const unreachable = presences.find(({ type }) => type === 'retry' || type === 'expired' || type === 'reconnect')
  return unreachable ?? { type: 'absent' }
}

const isOthers = async (work: JobWork, { published }: Extract<Presence, { type: 'found' }>): Promise<boolean> =>
  published !== undefined && (await isPublishedByOther(work.database.read, work.job, published.id))
