import { z } from 'zod'
import type { Outcome } from '../../domain/outcome.ts'
import { minute, second } from '../../domain/time.ts'
import type { StepContext } from '../shared/live.ts'

const asked = z.object({ times: z.number() })

/** The pauses grow up to a minute, as processing takes from a minute to hours. */
const firstPause = 5 * second
const longestPause = minute
/** So that it is asked for about an hour. */
const maxTimes = 60

/** Asks for another try later; null where there were enough. */
export async function again(context: StepContext): Promise<Extract<Outcome, { type: 'wait' }> | null> {
  const { times } = asked.nullable().parse(context.saved) ?? { times: 0 }
  if (times >= maxTimes) return null
  await context.save({ times: times + 1 })
  return { type: 'wait', pause: Math.min(longestPause, firstPause * 2 ** times) }
}
