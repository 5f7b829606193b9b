import { z } from 'zod'
import type { Outcome } from '../../domain/outcome.ts'
import { second } from '../../domain/time.ts'
import type { StepContext } from '../shared/context.ts'
import type { PostInput } from './plan.ts'
import { allWatched, readAfter, remake, type WatchedContainer } from './ready.ts'

/** The containers that replace those of the plan, which expire after a day; null: those of the plan are still used. */
export const rebuilt = z.object({ fresh: allWatched.nullable(), times: z.number() })
export type Rebuilt = z.output<typeof rebuilt>

type Keep = (now: Rebuilt) => Promise<void>

/** How often they are replaced before the post fails. */
const maxTimes = 2
const rebuildPause = 2 * second

const lost: Outcome = {
  type: 'rejected',
  error: 'platform_unavailable',
  message: 'Instagram repeatedly lost the media that was prepared for this post. Retry the job later.',
}

/** Makes the items of a carousel again; the carousel itself follows when they are ready. Nobody sees any of it. */
export async function rebuild(
  { items }: PostInput,
  { times }: Rebuilt,
  keep: Keep,
  context: StepContext,
): Promise<Outcome> {
  if (times >= maxTimes) return lost
  const fresh: Record<string, WatchedContainer> = {}
  for (const item of items) {
    const next = await remake(item, { times: 0 }, { items: undefined, withoutCover: false }, context)
    if ('outcome' in next) return next.outcome
    fresh[item.name] = next.watched
  }
  await keep({ fresh, times: times + 1 })
  return { type: 'wait', pause: rebuildPause }
}

/** Whether there is a container to publish: that of the plan, or its replacement. */
export const isComplete = ({ main }: PostInput, { fresh }: Rebuilt): boolean =>
  fresh === null || fresh[main.name] !== undefined

/** Continues while the replacement is not complete; null if there is nothing to do. */
export async function continueRebuild(
  input: PostInput,
  now: Rebuilt,
  keep: Keep,
  context: StepContext,
): Promise<Outcome | null> {
  const { fresh, times } = now
  if (fresh === null || isComplete(input, now)) return null
  const states = await readAfter(input.items, fresh, undefined, context)
  if ('type' in states) return states
  const { all, pause } = states
  if (pause !== null) {
    await keep({ fresh: all, times })
    return { type: 'wait', pause }
  }
  const ids = Object.fromEntries(Object.entries(all).map(([name, { id }]) => [name, id]))
  const main = await remake(input.main, { times: 0 }, { items: ids, withoutCover: false }, context)
  if ('outcome' in main) return main.outcome
  await keep({ fresh: { ...all, [input.main.name]: main.watched }, times })
  return { type: 'wait', pause: rebuildPause }
}
