import type { JobError } from '../../domain/job-error.ts'
import { defineAction } from '../shared/action.ts'
import { isDone } from '../shared/call.ts'
import { refusal } from './errors.ts'
import { altTextInput } from './plan.ts'
import { uploaded } from './processing.ts'
import { request } from './request.ts'

/** Failures that would stop the post itself, too; a refused description does not. */
const ofTheDescription: readonly JobError[] = ['media_rejected', 'platform_rejected']

/** Sets the alternative text of an image or a GIF. If X finally refuses it, the post is published without it. */
export const altText = defineAction({
  kind: 'prepare',
  input: altTextInput,
  perform: async ({ upload, text }, context) => {
    const { id } = context.result(upload, uploaded)
    const answer = await request(context, {
      method: 'POST',
      path: '/2/media/metadata',
      json: { id, metadata: { alt_text: { text } } },
    })
    if (isDone(answer)) return { type: 'done', result: { described: true } }
    const outcome = refusal(answer, 'media', context)
    if (outcome.type !== 'rejected' || !ofTheDescription.includes(outcome.error)) return outcome
    context.log.warn({ message: outcome.message }, 'X did not accept the alternative text')
    return { type: 'done', result: { described: false } }
  },
})
