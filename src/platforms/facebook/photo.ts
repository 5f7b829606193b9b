import { createHash } from 'node:crypto'
import { z } from 'zod'
import { MiB } from '../../domain/bytes.ts'
import { defineAction } from '../shared/action.ts'
import { isDone } from '../shared/call.ts'
import { multipart } from '../shared/multipart.ts'
import { refusal } from './errors.ts'
import { photoInput } from './plan.ts'
import { ofPage } from './request.ts'
import { madeAnswer } from './wire.ts'

/** developers.facebook.com, Page Stories API, 2026-09-11. */
const maxBytes = 10 * MiB

/** Result of a photo that is uploaded and not published yet. */
export const uploadedPhoto = z.object({ id: z.string() })

/** The bytes are uploaded, so that the media host need not be public. A photo that is never published is invisible. */
export const photo = defineAction({
  kind: 'upload',
  input: photoInput,
  perform: async ({ media, mimeType, convert, altText }, context) => {
    const bytes = convert ? await context.jpegOf(media, { maxBytes }) : await context.readImage(media)
    const fields = { published: 'false', ...(altText === '' ? {} : { alt_text_custom: altText }) }
    const answer = await ofPage(context, {
      method: 'POST',
      path: '/photos',
      bytes: filePart(bytes, 'source', convert ? 'image/jpeg' : mimeType, fields),
    })
    if (!isDone(answer)) return refusal(answer, 'media', context)
    return { type: 'done', result: { id: madeAnswer.parse(answer.json()).id } }
  },
})

/** A form with an image. The boundary is the file's own hash, which no file contains. */
export function filePart(
  bytes: Uint8Array,
  name: string,
  contentType: string,
  fields: Readonly<Record<string, string>>,
) {
  const boundary = `polypost-${createHash('sha256').update(bytes).digest('hex')}`
  const file = { name, filename: `file.${contentType.replace(/^.*\//, '')}`, contentType, size: bytes.length }
  return multipart(boundary, fields, { ...file, body: oneAfterAnother([bytes]) })
}

async function* oneAfterAnother(pieces: readonly Uint8Array[]) {
  yield* pieces
}
