import { z } from 'zod'
import type { Outcome } from '../../domain/outcome.ts'
import { hour, second } from '../../domain/time.ts'
import { defineAction } from '../shared/action.ts'
import { isDone } from '../shared/call.ts'
import type { StepContext } from '../shared/context.ts'
import { quoted, refusal } from './errors.ts'
import { processingInput } from './plan.ts'
import { request } from './request.ts'
import { mediaAnswer, type ProcessingInfo } from './wire.ts'

/** Result of an upload, stored with the job; null: the media is ready. */
export const uploaded = z.object({ id: z.string(), checkAfterSeconds: z.number().nullable() })

/** In seconds, if X does not say when to ask again. */
const usualCheckAfterSeconds = 5

/** Waits until X has processed all media of the post. */
export const processing = defineAction({
  kind: 'wait',
  input: processingInput,
  waitLimit: hour,
  perform: async ({ uploads }, context) => {
    const waiting = uploads
      .map((name) => context.result(name, uploaded))
      .filter(({ checkAfterSeconds }) => checkAfterSeconds !== null)
    const first = Math.max(0, ...waiting.map(({ checkAfterSeconds }) => checkAfterSeconds ?? 0)) * second
    if (context.saved === null && first > 0) {
      await context.save('asked to wait')
      return { type: 'wait', pause: first }
    }
    const states = await Promise.all(waiting.map(({ id }) => check(id, context)))
    const fault = states.find((state) => typeof state === 'object')
    if (fault) return fault
    const longest = Math.max(0, ...states.filter((state) => typeof state === 'number'))
    return longest > 0 ? { type: 'wait', pause: longest } : { type: 'done', result: null }
  },
})

/** How long to wait until the next check; 0: it is ready. */
async function check(id: string, context: StepContext): Promise<number | Outcome> {
  const answer = await request(context, {
    method: 'GET',
    path: '/2/media/upload',
    query: { command: 'STATUS', media_id: id },
  })
  if (!isDone(answer)) return refusal(answer, 'media', context)
  const state = mediaAnswer.parse(answer.json()).processing
  return failedProcessing(state) ?? (nextCheck(state) ?? 0) * second
}

/** In seconds; null: it is ready. An unknown state counts as one in progress. */
export const nextCheck = (state: ProcessingInfo | null): number | null =>
  state === null || state.state === 'succeeded' ? null : Math.max(1, state.check_after_secs ?? usualCheckAfterSeconds)

export function failedProcessing(state: ProcessingInfo | null): Outcome | undefined {
  if (state?.state !== 'failed') return undefined
  const message = quoted('X could not process the media.', state.error?.message ?? state.error?.name)
  return { type: 'rejected', error: 'media_rejected', message }
}
