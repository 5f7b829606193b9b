import { z } from 'zod'
import type { Outcome } from '../../domain/outcome.ts'
import type { StepContext } from '../shared/live.ts'

const asked = z.object({ times: z.number() })

/** In seconds: the pauses grow up to a minute, as processing takes from a minute to hours. */
const firstPause = 5
const longestPause = 60
/** So that it is asked for about an hour. */
const maxTimes = 60

/** Asks for another try later; null where there were enough. */
export async function again(context: StepContext): Promise<Extract<Outcome, { type: 'wait' }> | null> {
  const { times } = asked.nullable().parse(context.saved) ?? { times: 0 }
  if (times >= maxTimes) return null
  await context.save({ times: times + 1 })
  return { type: 'wait', seconds: Math.min(longestPause, firstPause * 2 ** times) }
}
