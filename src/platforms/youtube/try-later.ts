import { z } from 'zod'
import type { Outcome } from '../../domain/outcome.ts'
import { minute, second } from '../../domain/time.ts'
import type { StepContext } from '../shared/context.ts'

const asked = z.object({ times: z.number() })

/** The pauses grow up to a minute, because processing takes from a minute to hours. */
const firstPause = 5 * second
const longestPause = minute
/** About an hour in total. */
const maxTimes = 60

/** Makes the step wait and run again; null once it has waited often enough. */
export async function tryLater(context: StepContext): Promise<Extract<Outcome, { type: 'wait' }> | null> {
  const { times } = asked.nullable().parse(context.saved) ?? { times: 0 }
  if (times >= maxTimes) return null
  await context.save({ times: times + 1 })
  return { type: 'wait', pause: Math.min(longestPause, firstPause * 2 ** times) }
}
