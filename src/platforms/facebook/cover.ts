import { z } from 'zod'
import { defineAction } from '../shared/action.ts'
import { type Answer, isDone } from '../shared/call.ts'
import type { StepContext } from '../shared/context.ts'
import { unlessUnusable } from '../shared/unusable-file.ts'
import { refusal } from './errors.ts'
import { filePart } from './photo.ts'
import { coverInput } from './plan.ts'
import { request } from './request.ts'
import { uploadedVideo } from './video.ts'

const covered = z.object({ set: z.boolean() })

/** If Facebook refuses a cover, or its file cannot be used, the video is published without it. */
export const cover = defineAction({
  kind: 'prepare',
  input: coverInput,
  perform: async (input, context) => {
    const answer = await unlessUnusable(send(input, context))
    if (answer === null) return { type: 'done', result: { set: false } }
    if (isDone(answer)) return { type: 'done', result: { set: true } }
    const outcome = refusal(answer, 'media', context)
    if (outcome.type === 'expired' || outcome.type === 'reconnect') return outcome
    context.log.warn({ message: outcome.message }, 'Facebook did not accept a cover before the video was published')
    return { type: 'done', result: { set: false } }
  },
})

/** The second attempt, after the video is published; if it is refused again, a warning remains. */
export const thumbnail = defineAction({
  kind: 'follow_up',
  input: coverInput,
  warning: 'thumbnail_rejected',
  perform: async (input, context) => {
    if (context.result('cover', covered).set) return { type: 'done', result: null }
    const answer = await send(input, context)
    return isDone(answer) ? { type: 'done', result: null } : refusal(answer, 'media', context)
  },
  // Setting the same cover twice has no further effect.
  doubt: {
    reconcile: async () => ({ type: 'absent' }),
    repeatable: () => true,
    settleTime: 0,
    lookAt: () => [],
  },
})

async function send({ upload, media, mimeType }: z.output<typeof coverInput>, context: StepContext): Promise<Answer> {
  const bytes = await context.readImage(media)
  return request(context, {
    method: 'POST',
    path: `/${context.result(upload, uploadedVideo).id}/thumbnails`,
    bytes: filePart(bytes, 'source', mimeType, { is_preferred: 'true' }),
  })
}
