import type { Refusal } from '../../domain/outcome.ts'
import { hour, second } from '../../domain/time.ts'
import { defineAction } from '../shared/action.ts'
import { isDone } from '../shared/call.ts'
import type { LoginContext } from '../shared/context.ts'
import { quoted, refusal } from './errors.ts'
import { processingInput } from './plan.ts'
import { request } from './request.ts'
import { uploadedVideo } from './video.ts'
import { type VideoState, videoAnswer } from './wire.ts'

/** How often the documentation's own example asks. */
export const pollPause = 5 * second

/** Waits until Facebook has the whole video. Publishing need not wait for processing. */
export const processing = defineAction({
  kind: 'wait',
  input: processingInput,
  waitLimit: hour,
  perform: async ({ upload }, context) => {
    const state = await readVideo(context.result(upload, uploadedVideo).id, context)
    if ('type' in state) return state
    const fault = failedVideo(state)
    if (fault) return fault
    return state.isUploaded ? { type: 'done', result: null } : { type: 'wait', pause: pollPause }
  },
})

export async function readVideo(id: string, context: LoginContext): Promise<VideoState | Refusal> {
  const answer = await request(context, {
    method: 'GET',
    path: `/${id}`,
    query: { fields: 'status,post_id,permalink_url' },
  })
  if (!isDone(answer)) return refusal(answer, 'read', context)
  return videoAnswer.parse(answer.json())
}

export function failedVideo({ fault }: VideoState): Refusal | undefined {
  if (fault === null) return undefined
  return { type: 'rejected', error: 'media_rejected', message: quoted('Facebook could not process the video.', fault) }
}
