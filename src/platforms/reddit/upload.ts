import { z } from 'zod'
import type { Outcome } from '../../domain/outcome.ts'
import { defineAction } from '../shared/action.ts'
import { type Answer, call, hostOf, isDone } from '../shared/call.ts'
import type { StepContext } from '../shared/context.ts'
import { multipart } from '../shared/multipart.ts'
import { refusal } from './errors.ts'
import { maxImage } from './limits.ts'
import { uploadInput } from './plan.ts'
import { request } from './request.ts'
import { leaseAnswer } from './wire.ts'

type Input = z.output<typeof uploadInput>

export const uploaded = z.object({ url: z.string() })

/**
 * An image is uploaded to the storage that Reddit names, as a form in which all fields precede the file. After a lost response
 * the upload starts again with another lease. An image that is never posted is never visible.
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
    // It has no scheme, so that of the API applies.
    const address = new URL(action, hostOf(context, 'api')).href
    const stored = await store(input, { address, fields }, context)
    return isDone(stored) ? { type: 'done', result: { url: addressIn(address, fields) } } : storageRefusal(stored)
  },
})

const nameOf = ({ mimeType }: Pick<Input, 'mimeType'>): string => `image.${mimeType.replace(/^image\//, '')}`

/** As other clients build it: the storage's response escapes a slash of the key (praw-dev/praw, 2026-08-17). */
const addressIn = (address: string, { key = '' }: Readonly<Record<string, string>>): string =>
  `${address.replace(/\/$/, '')}/${key}`

/** Sent without the access token: the form contains its own authorization. */
async function store(
  input: Input,
  { address, fields }: { readonly address: string; readonly fields: Readonly<Record<string, string>> },
  context: StepContext,
): Promise<Answer> {
  const bytes = input.asJpeg
    ? await context.jpegOf(input.media, { maxBytes: maxImage })
    : await context.readImage(input.media)
  return call(context, {
    method: 'POST',
    url: address,
    // The boundary contains the key, which the author of the file could not know.
    bytes: multipart(`polypost-${fields.key?.replaceAll(/\W/g, '') ?? ''}`, fields, {
      name: 'file',
      filename: nameOf(input),
      contentType: input.mimeType,
      size: bytes.byteLength,
      body: oneChunk(bytes),
    }),
  })
}

async function* oneChunk(bytes: Uint8Array) {
  yield bytes
}

/** Amazon S3 returns its reason in XML. It returns 403 if the form has expired. */
function storageRefusal({ status, text }: Answer): Outcome {
  const words = /<Message>([^<]{1,300})<\/Message>/.exec(text)?.[1]
  const said = words === undefined ? '' : ` The storage says: “${words}”`
  return status >= 400 && status < 500 && ![403, 408, 429].includes(status)
    ? { type: 'rejected', error: 'media_rejected', message: `Reddit’s storage does not accept the image.${said}` }
    : {
        type: 'retry',
        error: 'platform_unavailable',
        message: `Reddit’s storage is not available.${said}`,
      }
}
