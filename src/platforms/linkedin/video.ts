import { z } from 'zod'
import type { Outcome } from '../../domain/outcome.ts'
import { defineAction } from '../shared/action.ts'
import { type Answer, call, isDone } from '../shared/call.ts'
import type { StepContext } from '../shared/context.ts'
import { unlessUnusable } from '../shared/unusable-file.ts'
import { errorIn, isRefusedWith, quoted, refusal } from './errors.ts'
import { ownMaxVideo } from './limits.ts'
import { videoInput } from './plan.ts'
import { request } from './request.ts'
import { videoUpload } from './wire.ts'

type Input = z.output<typeof videoInput>

const part = z.object({ url: z.string(), first: z.number(), last: z.number() })

/** The progress of an upload: the ranges that are left, and the ETags of the uploaded ones. */
const progress = z.object({
  id: z.string(),
  token: z.string(),
  left: z.array(part),
  marks: z.array(z.string()),
  coverUrl: z.string().nullable(),
  isCovered: z.boolean(),
})

type Progress = z.output<typeof progress>

/** A video is uploaded in the ranges that LinkedIn names, each to its own URL. */
export const video = defineAction({
  kind: 'upload',
  input: videoInput,
  sentShare: (_input, saved) => shareOf(progress.safeParse(saved).data),
  perform: async (input, context) => {
    const begun = progress.nullable().parse(context.saved)
    const outcome = await send(input, begun, context)
    // The URLs of an old upload may have expired, or its end may have been accepted: it is started again, once.
    return begun !== null && outcome.type === 'rejected' ? send(input, null, context) : outcome
  },
})

const shareOf = (at: Progress | undefined): number => (at ? at.marks.length / (at.marks.length + at.left.length) : 0)

async function send(input: Input, begun: Progress | null, context: StepContext): Promise<Outcome> {
  let at = begun ?? (await begin(input, context))
  while (!('type' in at) && at.left.length > 0) {
    await context.save(at)
    at = await sendPart(input, at, context)
  }
  if ('type' in at) return at
  await context.save(at)
  const covered = await sendCover(input, at, context)
  if ('type' in covered) return covered
  return finish(covered, begun !== null && begun.left.length === 0, context)
}

async function begin({ media, cover }: Input, context: StepContext): Promise<Progress | Outcome> {
  const { size } = media.facts
  const answer = await request(context, {
    method: 'POST',
    path: '/rest/videos',
    query: { action: 'initializeUpload' },
    json: {
      initializeUploadRequest: {
        owner: context.account.remoteId,
        fileSizeBytes: size,
        uploadCaptions: false,
        uploadThumbnail: cover !== null,
      },
    },
  })
  if (!isDone(answer)) return notBegun(answer, size, context)
  const { video: id, uploadToken, uploadInstructions, thumbnailUploadUrl } = videoUpload.parse(answer.json())
  const left = uploadInstructions.map(({ uploadUrl: url, firstByte: first, lastByte: last }) => ({ url, first, last }))
  return { id, token: uploadToken ?? '', left, marks: [], coverUrl: thumbnailUploadUrl ?? null, isCovered: false }
}

/** A refused video beyond LinkedIn's own limit is reported as too large, whatever LinkedIn's message is. */
function notBegun(answer: Answer, size: number, context: StepContext): Outcome {
  const outcome = refusal(answer, 'media', context)
  if (outcome.type !== 'rejected' || outcome.error !== 'media_rejected' || size <= ownMaxVideo) return outcome
  const limit = `${ownMaxVideo / 1_048_576} MB`
  const message = `The video has ${Math.ceil(size / 1_048_576)} MB, and LinkedIn accepts at most ${limit}.`
  return { ...outcome, message: quoted(message, errorIn(answer).words[0]) }
}

/** Without the token: the URL itself authorizes the upload of the part. */
async function sendPart({ media }: Input, at: Progress, context: StepContext): Promise<Progress | Outcome> {
  const [next, ...left] = at.left
  if (!next) return at
  const { url, first, last } = next
  const end = last + 1
  const answer = await call(context, {
    method: 'PUT',
    url,
    bytes: {
      contentType: 'application/octet-stream',
      size: end - first,
      body: context.read(media, { start: first, end }),
    },
  })
  if (!isDone(answer)) return notTaken(answer, context)
  const mark = answer.headers.etag?.replace(/^W\//, '').replaceAll('"', '')
  if (!mark)
    return {
      type: 'retry',
      error: 'platform_unavailable',
      message: 'LinkedIn did not confirm a part of the video.',
    }
  return { ...at, left, marks: [...at.marks, mark] }
}

/** No token was sent, so a 401 means that the URL has expired. */
function notTaken(answer: Answer, context: StepContext): Outcome {
  const outcome = refusal(answer, 'media', context)
  return outcome.type === 'expired' || outcome.type === 'reconnect'
    ? { type: 'rejected', error: 'media_rejected', message: 'LinkedIn no longer accepts the parts of the video.' }
    : outcome
}

/** If LinkedIn refuses the cover, or its file cannot be used, the video is published without it, and a follow-up warns. */
async function sendCover({ cover }: Input, at: Progress, context: StepContext): Promise<Progress | Outcome> {
  if (cover === null || at.coverUrl === null || at.isCovered) return at
  const bytes = await unlessUnusable(context.readImage(cover.media))
  if (bytes === null) return { ...at, coverUrl: null }
  const answer = await call(context, {
    method: 'PUT',
    url: at.coverUrl,
    headers: { 'media-type-family': 'STILLIMAGE' },
    bytes: { contentType: cover.mimeType, size: bytes.length, body: bytes },
  })
  if (isDone(answer)) {
    const covered = { ...at, isCovered: true }
    await context.save(covered)
    return covered
  }
  const outcome = refusal(answer, 'media', context)
  if (outcome.type === 'retry') return outcome
  context.log.warn({ message: outcome.message }, 'LinkedIn did not accept the cover')
  return { ...at, coverUrl: null }
}

/** `again`: the end of the upload may have been sent before. */
async function finish(
  { id, token, marks, isCovered }: Progress,
  again: boolean,
  context: StepContext,
): Promise<Outcome> {
  const answer = await request(context, {
    method: 'POST',
    path: '/rest/videos',
    query: { action: 'finalizeUpload' },
    json: { finalizeUploadRequest: { video: id, uploadToken: token, uploadedPartIds: marks } },
  })
  // The end was accepted before, and the response was lost. The next step reads the state of the video.
  const isUnended = isRefusedWith('UPDATING_ASSET_FAILED', answer)
  if (isDone(answer) || (again && isUnended)) return { type: 'done', result: { id, isCovered } }
  if (!isUnended) return refusal(answer, 'media', context)
  await context.save(null)
  return { type: 'retry', error: 'media_rejected', message: 'LinkedIn could not assemble the video.' }
}
