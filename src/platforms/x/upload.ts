import { z } from 'zod'
import { MiB } from '../../domain/bytes.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { defineAction } from '../shared/action.ts'
import { isDone } from '../shared/call.ts'
import type { StepContext } from '../shared/context.ts'
import { multipart } from '../shared/multipart.ts'
import { refusal } from './errors.ts'
import { uploadInput } from './plan.ts'
import { failedProcessing, nextCheck } from './processing.ts'
import { request } from './request.ts'
import { mediaAnswer } from './wire.ts'

type Input = z.output<typeof uploadInput>

/** The progress of an upload. Segments may differ in size: X assembles them by their numbers. */
const progress = z.object({ id: z.string(), chunkBytes: z.number(), segment: z.number(), offset: z.number() })

type Progress = z.output<typeof progress>

/** In bytes. docs.x.com and clients send 1 MiB; 5 MiB was answered with 413 (field report of 2026-05). */
const usualChunk = MiB
/** In bytes. */
const smallestChunk = MiB / 16

/** X numbers segments from 0 to 999. */
const maxSegments = 1_000

/** Images are uploaded in segments, too; X's upload of whole images is not documented better. */
export const upload = defineAction({
  kind: 'upload',
  input: uploadInput,
  sentShare: ({ media }, saved) => (progress.safeParse(saved).data?.offset ?? 0) / media.facts.size,
  perform: async (input, context) => {
    const begun = progress.nullable().parse(context.saved)
    const outcome = await send(input, begun, context)
    // An old upload may have expired at X or be complete already: it is started again, once.
    return begun !== null && outcome.type === 'rejected' ? send(input, null, context) : outcome
  },
})

async function send(input: Input, begun: Progress | null, context: StepContext): Promise<Outcome> {
  let at = begun ?? (await initialize(input, context))
  while (!('type' in at) && at.offset < input.media.facts.size) {
    await context.save(at)
    at = await append(input, at, context)
  }
  if ('type' in at) return at
  await context.save(at)
  return finalize(at, context)
}

async function initialize(input: Input, context: StepContext): Promise<Progress | Outcome> {
  const answer = await request(context, {
    method: 'POST',
    path: '/2/media/upload/initialize',
    json: { media_type: input.mimeType, total_bytes: input.media.facts.size, media_category: input.category },
  })
  if (!isDone(answer)) return refusal(answer, 'media', context)
  const { id } = mediaAnswer.parse(answer.json())
  const chunkBytes = Math.max(usualChunk, Math.ceil(input.media.facts.size / maxSegments))
  return { id, chunkBytes, segment: 0, offset: 0 }
}

/** A segment that was sent before a crash but not stored as sent is sent again with its number. */
async function append(input: Input, at: Progress, context: StepContext): Promise<Progress | Outcome> {
  const end = Math.min(at.offset + at.chunkBytes, input.media.facts.size)
  const answer = await request(context, {
    method: 'POST',
    path: `/2/media/upload/${at.id}/append`,
    // The boundary contains the ID from X, which the author of the file could not know.
    bytes: multipart(
      `polypost-${at.id}-${at.segment}`,
      { segment_index: String(at.segment) },
      {
        name: 'media',
        filename: 'media',
        contentType: 'application/octet-stream',
        size: end - at.offset,
        body: context.read(input.media, { start: at.offset, end }),
      },
    ),
  })
  if (isDone(answer)) return { ...at, segment: at.segment + 1, offset: end }
  const smaller = answer.status === 413 ? smallerChunk(input, at) : undefined
  return smaller === undefined ? refusal(answer, 'media', context) : { ...at, chunkBytes: smaller }
}

/** Half of it, if the rest of the file still fits into the remaining segments. */
function smallerChunk({ media }: Input, { chunkBytes, segment, offset }: Progress): number | undefined {
  const needed = Math.ceil((media.facts.size - offset) / (maxSegments - segment))
  const half = Math.max(Math.floor(chunkBytes / 2), needed, smallestChunk)
  return half < chunkBytes ? half : undefined
}

async function finalize({ id }: Progress, context: StepContext): Promise<Outcome> {
  const answer = await request(context, { method: 'POST', path: `/2/media/upload/${id}/finalize` })
  if (!isDone(answer)) return refusal(answer, 'media', context)
  const { processing } = mediaAnswer.parse(answer.json())
  return failedProcessing(processing) ?? { type: 'done', result: { id, checkAfterSeconds: nextCheck(processing) } }
}
