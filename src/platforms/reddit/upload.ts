import { z } from 'zod'
import type { Outcome } from '../../domain/outcome.ts'
import { type Answer, call, hostOf, isDone } from '../shared/call.ts'
import { defineAction, type StepContext } from '../shared/live.ts'
import { multipart } from '../shared/multipart.ts'
import { refusal } from './errors.ts'
import { maxImage } from './limits.ts'
import { uploadInput } from './plan.ts'
import { request } from './request.ts'
import { leaseAnswer } from './wire.ts'

type Input = z.output<typeof uploadInput>

export const uploaded = z.object({ url: z.string() })

/**
 * An image goes to the storage that Reddit names, as a form whose fields all stand before the file. A lost answer of either
 * call needs no settling: all is begun anew, with another lease, and what is never posted nobody sees.
 */
export const upload = defineAction({
  kind: 'upload',
  input: uploadInput,
  perform: async (input, context) => {
    const { mimeType } = input
    const answer = await request(context, {
      method: 'POST',
      path: '/api/media/asset.json',
      form: { filepath: nameOf(input), mimetype: mimeType },
    })
    if (!isDone(answer)) return refusal(answer, 'media', context)
    const { action, fields } = leaseAnswer.parse(answer.json())
    // It comes without a scheme: that of the API holds.
    const place = new URL(action, hostOf(context, 'api')).href
    const stored = await store(input, { place, fields }, context)
    return isDone(stored) ? { type: 'done', result: { url: addressIn(place, fields) } } : notStored(stored)
  },
})

const nameOf = ({ mimeType }: Pick<Input, 'mimeType'>): string => `image.${mimeType.replace(/^image\//, '')}`

/** As clients name it; the storage's own answer has a slash of the key escaped (praw-dev/praw, 2026-08-17). */
const addressIn = (place: string, { key = '' }: Readonly<Record<string, string>>): string =>
  `${place.replace(/\/$/, '')}/${key}`

/** The storage is asked without the token: the form itself says that it is allowed. */
async function store(
  input: Input,
  { place, fields }: { readonly place: string; readonly fields: Readonly<Record<string, string>> },
  context: StepContext,
): Promise<Answer> {
  const bytes = input.asJpeg
    ? await context.jpegOf(input.media, { maxBytes: maxImage })
    : await context.readImage(input.media)
  return call(context, {
    method: 'POST',
    url: place,
    // Whoever made the file could not know which key Reddit would give it.
    bytes: multipart(`polypost-${fields.key?.replaceAll(/\W/g, '') ?? ''}`, fields, {
      name: 'file',
      filename: nameOf(input),
      contentType: input.mimeType,
      size: bytes.byteLength,
      body: only(bytes),
    }),
  })
}

async function* only(bytes: Uint8Array) {
  yield bytes
}

/** Amazon's storage says in XML what it has against a form; 403 where the form is not good any more. */
function notStored({ status, text }: Answer): Outcome {
  const words = /<Message>([^<]{1,300})<\/Message>/.exec(text)?.[1]
  const said = words === undefined ? '' : ` It says: “${words}”`
  return status >= 400 && status < 500 && ![403, 408, 429].includes(status)
    ? { type: 'rejected', error: 'media_rejected', message: `Reddit’s storage does not take the image.${said}` }
    : {
        type: 'retry',
        error: 'platform_unavailable',
        message: `Reddit’s storage did not take the image now.${said}`,
      }
}
