import { z } from 'zod'
import type { Outcome } from '../../domain/outcome.ts'
import { defineAction } from '../shared/action.ts'
import { type Answer, call, isDone } from '../shared/call.ts'
import type { StepContext } from '../shared/context.ts'
import { multipart } from '../shared/multipart.ts'
import { refusal } from './errors.ts'
import { uploadInput } from './plan.ts'
import { request } from './request.ts'
import { registered } from './wire.ts'

export const uploaded = z.object({ mediaId: z.string() })

/**
 * A video is uploaded to the storage that Pinterest names, as a form in which all fields precede the file. Every attempt
 * registers a new upload, because it is not documented how long a form is valid. An upload without a Pin is never visible.
 */
export const upload = defineAction({
  kind: 'upload',
  input: uploadInput,
  perform: async (input, context) => {
    const answer = await request(context, { method: 'POST', path: '/media', json: { media_type: 'video' } })
    if (!isDone(answer)) return refusal(answer, 'media', context)
    const form = registered.parse(answer.json())
    const stored = await store(input, form, context)
    return isDone(stored) ? { type: 'done', result: { mediaId: form.media_id } } : storageRefusal(stored)
  },
})

/** Sent without the access token: the form contains its own authorization. */
const store = (
  { media, mimeType }: z.output<typeof uploadInput>,
  { media_id, upload_url, upload_parameters }: z.output<typeof registered>,
  context: StepContext,
): Promise<Answer> =>
  call(context, {
    method: 'POST',
    url: upload_url,
    // The boundary contains the media ID, which the author of the file could not know.
    bytes: multipart(`polypost-${media_id}`, upload_parameters, {
      name: 'file',
      filename: 'video',
      contentType: mimeType,
      size: media.facts.size,
      body: context.read(media),
    }),
  })

/** Amazon S3 returns its reason in XML. It returns 403 if the form has expired. */
function storageRefusal({ status, text }: Answer): Outcome {
  const words = /<Message>([^<]{1,300})<\/Message>/.exec(text)?.[1]
  const said = words === undefined ? '' : ` The storage says: “${words}”`
  return status >= 400 && status < 500 && ![403, 408, 429].includes(status)
    ? { type: 'rejected', error: 'media_rejected', message: `Pinterest’s storage does not accept the video.${said}` }
    : {
        type: 'retry',
        error: 'platform_unavailable',
        message: `Pinterest’s storage is not available.${said}`,
      }
}
