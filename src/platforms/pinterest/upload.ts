import { z } from 'zod'
import type { Outcome } from '../../domain/outcome.ts'
import { type Answer, call, isDone } from '../shared/call.ts'
import { defineAction, type StepContext } from '../shared/live.ts'
import { multipart } from '../shared/multipart.ts'
import { refusal } from './errors.ts'
import { uploadInput } from './plan.ts'
import { request } from './request.ts'
import { registered } from './wire.ts'

export const uploaded = z.object({ mediaId: z.string() })

/**
 * A video goes to the storage that Pinterest names, as a form whose fields all stand before the file. It is registered
 * anew for every try, since nobody says for how long such a form is good; what is never pinned nobody sees.
 */
export const upload = defineAction({
  kind: 'upload',
  input: uploadInput,
  perform: async (input, context) => {
    const answer = await request(context, { method: 'POST', path: '/media', json: { media_type: 'video' } })
    if (!isDone(answer)) return refusal(answer, 'media', context)
    const place = registered.parse(answer.json())
    const stored = await store(input, place, context)
    return isDone(stored) ? { type: 'done', result: { mediaId: place.media_id } } : notStored(stored)
  },
})

/** The storage is asked without the token: the form itself says that it is allowed. */
const store = (
  { media, mimeType }: z.output<typeof uploadInput>,
  { media_id, upload_url, upload_parameters }: z.output<typeof registered>,
  context: StepContext,
): Promise<Answer> =>
  call(context, {
    method: 'POST',
    url: upload_url,
    // Whoever made the file could not know which ID Pinterest would give it.
    bytes: multipart(`polypost-${media_id}`, upload_parameters, {
      name: 'file',
      filename: 'video',
      contentType: mimeType,
      size: media.facts.size,
      body: context.read(media),
    }),
  })

/** Amazon's storage says in XML what it has against a form; 403 where the form is not good any more. */
function notStored({ status, text }: Answer): Outcome {
  const words = /<Message>([^<]{1,300})<\/Message>/.exec(text)?.[1]
  const said = words === undefined ? '' : ` It says: “${words}”`
  return status >= 400 && status < 500 && ![403, 408, 429].includes(status)
    ? { type: 'rejected', error: 'media_rejected', message: `Pinterest’s storage does not take the video.${said}` }
    : {
        type: 'retry',
        error: 'platform_unavailable',
        message: `Pinterest’s storage did not take the video now.${said}`,
      }
}
