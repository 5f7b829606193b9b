import type { Presence } from '../../domain/outcome.ts'
import type { PlannedStep } from '../../domain/plan.ts'
import { hour, minute } from '../../domain/time.ts'
import { handBack } from '../../store/jobs/held-jobs.ts'
import { isPublishedByOther, type JobRow } from '../../store/jobs/jobs.ts'
import type { StepRow } from '../../store/jobs/steps.ts'
import { persist, type Turn } from '../turn.ts'
import { askLater, giveUp, settledAfter } from './doubt.ts'
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
export async function resolveLost(turn: Turn): Promise<void> {
  for (const [position, step] of turn.plan.entries()) {
    const row = stepRow(turn, position)
    const { kind } = actionOf(turn, step)
    if ((kind !== 'commit' && kind !== 'follow_up') || row.status === 'done' || row.status === 'failed') continue
    if ((await settleStep(turn, step, row)) === 'handed back') return
  }
  await persist(turn, (tx) => handBack(tx, turn.job, { dueIn: null, keepLane: false }))
}

async function settleStep(turn: Turn, step: PlannedStep, row: StepRow): Promise<'go on' | 'handed back'> {
  const asked: StepRow = { ...row, doubt_since: row.doubt_since ?? turn.now() }
  const age = turn.now() - (asked.doubt_since ?? turn.now())
  const presence = await ask(turn, step, row)
  if (presence.type === 'found') return succeed(turn, row, { ...presence, type: 'done' })
  const { doubt } = actionOf(turn, step)
  const isTold = presence.type === 'absent' || presence.type === 'cannot_tell'
  const longest = isTold ? settledAfter(turn, doubt?.settleTime ?? 0) : turn.pace(askFor)
  if (age < longest) {
    await askLater(turn, asked, 'notBefore' in presence ? presence.notBefore : undefined)
    return 'handed back'
  }
  if (turn.job.status === 'completed')
    return failStep(turn, row, { error: 'platform_unavailable', message: `${why} It was not sent again.` })
  await giveUp(turn, step, asked, why)
  return 'handed back'
}

/** By the keys and results that are still known, then by what the post shows. */
async function ask(turn: Turn, step: PlannedStep, row: StepRow): Promise<Presence> {
  const presences = [await reconcile(turn, step, row)]
  if (presences[0]?.type !== 'found') presences.push(await search(turn, step, row, searchedFrom(turn.job)))
  for (const presence of presences) if (presence.type === 'found' && !(await isOthers(turn, presence))) return presence
  const unreachable = presences.find(({ type }) => type === 'retry' || type === 'expired' || type === 'reconnect')
  return unreachable ?? { type: 'absent' }
}

const isOthers = async (turn: Turn, { published }: Extract<Presence, { type: 'found' }>): Promise<boolean> =>
  published !== undefined && (await isPublishedByOther(turn.database.read, turn.job, published.id))
