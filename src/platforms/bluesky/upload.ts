import type { z } from 'zod'
import type { Refusal } from '../../domain/outcome.ts'
import { defineAction } from '../shared/action.ts'
import { type Call, isDone } from '../shared/call.ts'
import type { StepContext } from '../shared/context.ts'
import { refusal } from './errors.ts'
import { uploadInput } from './plan.ts'
import { ownServer, procedure } from './request.ts'
import { type Blob, uploadAnswer } from './wire.ts'

type UploadResult = { readonly blob: Blob } | Refusal

/** Uploading the same image again returns the same blob. */
export const upload = defineAction({
  kind: 'upload',
  input: uploadInput,
  perform: async (input, context) => {
    const sent = await uploadImage(input, context)
    return 'type' in sent ? sent : { type: 'done', result: sent }
  },
})

type Input = z.output<typeof uploadInput>

/** Bluesky publishes an image unchanged (bsky-docs, 2026-04-21). */
export async function uploadImage({ media, mimeType }: Input, context: StepContext): Promise<UploadResult> {
  const body = await context.readImage(media)
  return uploadBlob({ contentType: mimeType, size: body.length, body }, context)
}

export async function uploadBlob(bytes: NonNullable<Call['bytes']>, context: StepContext): Promise<UploadResult> {
  const answer = await procedure(context, { ...ownServer(context), name: 'com.atproto.repo.uploadBlob', bytes })
  if (!isDone(answer)) return refusal(answer, 'media', context)
  return { blob: uploadAnswer.parse(answer.json()).blob }
}
