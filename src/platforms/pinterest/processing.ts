import { z } from 'zod'
import { hour, second } from '../../domain/time.ts'
import { defineAction } from '../shared/action.ts'
import { isDone } from '../shared/call.ts'
import type { StepContext } from '../shared/context.ts'
import { refusal } from './errors.ts'
import { request } from './request.ts'
import { uploaded } from './upload.ts'
import { mediaAnswer } from './wire.ts'

const asked = z.object({ times: z.number() })

/** The pauses grow, because a large file takes minutes. */
const firstPause = 5 * second
const longestPause = 30 * second

/** Waits until Pinterest has processed the video. */
export const processing = defineAction({
  kind: 'wait',
  input: z.object({}),
  waitLimit: hour,
  perform: async (_, context) => {
    const { mediaId } = context.result('upload', uploaded)
    const answer = await request(context, { method: 'GET', path: `/media/${mediaId}` })
    if (!isDone(answer)) return refusal(answer, 'media', context)
    const { status } = mediaAnswer.parse(answer.json())
    if (status === 'succeeded') return { type: 'done', result: null }
    // Pinterest returns no reason.
    if (status === 'failed')
      return { type: 'rejected', error: 'media_rejected', message: 'Pinterest could not process the video.' }
    return { type: 'wait', pause: await nextPause(context) }
  },
})

async function nextPause(context: StepContext): Promise<number> {
  const { times } = asked.nullable().parse(context.saved) ?? { times: 0 }
  await context.save({ times: times + 1 })
  return Math.min(longestPause, firstPause * (times + 1))
}
