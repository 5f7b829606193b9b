import { z } from 'zod'
import type { Outcome } from '../../domain/outcome.ts'
import { defineAction } from '../shared/action.ts'
import { isDone } from '../shared/call.ts'
import type { StepContext } from '../shared/context.ts'
import { multipart } from '../shared/multipart.ts'
import { refusal } from './errors.ts'
import { videoInput } from './plan.ts'
import { ofPage } from './request.ts'
import { sessionAnswer, transferAnswer } from './wire.ts'

type Input = z.output<typeof videoInput>

/** The progress of an upload: Facebook names the range of the next part. */
const progress = z.object({ id: z.string(), session: z.string(), start: z.number(), end: z.number() })

type Progress = z.output<typeof progress>

/** Result of a video that is uploaded completely and not published yet. */
export const uploadedVideo = z.object({ id: z.string(), session: z.string().nullable() })

/** A feed video is uploaded in parts whose size Facebook names; the last call belongs to `post`. */
export const video = defineAction({
  kind: 'upload',
  input: videoInput,
  sentShare: ({ media }, saved) => (progress.safeParse(saved).data?.start ?? 0) / media.facts.size,
  perform: async (input, context) => {
    const begun = progress.nullable().parse(context.saved)
    const outcome = await send(input, begun, context)
    // Facebook refuses a part that it already has, and an old session may have expired: it is started again, once.
    const isStale = outcome.type === 'rejected' || (outcome.type === 'retry' && outcome.wholeAccount !== true)
    return begun !== null && isStale ? send(input, null, context) : outcome
  },
})

async function send(input: Input, begun: Progress | null, context: StepContext): Promise<Outcome> {
  let at = begun ?? (await begin(input, context))
  while (!('type' in at) && at.start < at.end) {
    await context.save(at)
    at = await transfer(input, at, context)
  }
  if ('type' in at) return at
  return { type: 'done', result: { id: at.id, session: at.session } }
}

async function begin({ media }: Input, context: StepContext): Promise<Progress | Outcome> {
  const answer = await ofPage(context, {
    method: 'POST',
    host: 'video',
    path: '/videos',
    form: { upload_phase: 'start', file_size: String(media.facts.size) },
  })
  if (!isDone(answer)) return refusal(answer, 'media', context)
  const { video_id: id, upload_session_id: session, ...rest } = sessionAnswer.parse(answer.json())
  return { id, session, start: rest.start_offset, end: rest.end_offset }
}

async function transfer({ media, mimeType }: Input, at: Progress, context: StepContext): Promise<Progress | Outcome> {
  const end = Math.min(at.end, media.facts.size)
  const fields = { upload_phase: 'transfer', upload_session_id: at.session, start_offset: String(at.start) }
  const answer = await ofPage(context, {
    method: 'POST',
    host: 'video',
    path: '/videos',
    // The boundary contains the session ID, which the author of the file could not know.
    bytes: multipart(`polypost-${at.session}-${at.start}`, fields, {
      name: 'video_file_chunk',
      filename: 'video',
      contentType: mimeType,
      size: end - at.start,
      body: context.read(media, { start: at.start, end }),
    }),
  })
  if (!isDone(answer)) return refusal(answer, 'media', context)
  const next = transferAnswer.parse(answer.json())
  if (next.start_offset > at.start || next.start_offset === next.end_offset)
    return { ...at, start: next.start_offset, end: next.end_offset }
  return { type: 'retry', error: 'platform_unavailable', message: 'Facebook did not accept a part of the video.' }
}
