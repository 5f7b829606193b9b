import { z } from 'zod'
import type { Outcome, Refusal } from '../../domain/outcome.ts'
import { hour } from '../../domain/time.ts'
import type { StepContext } from '../shared/context.ts'
import { type CallSubject, is } from '../shared/refusals.ts'
import { type Chunks, chunkAt, chunksOf, usualChunk } from './chunks.ts'
import { withCreatorSettings } from './creator.ts'
import { refusal } from './errors.ts'
import type { Upload } from './plan.ts'
import { isOk, isOwnAddress, request, sendBytes } from './request.ts'
import { begunOf } from './wire.ts'

/** An upload that TikTok expects. Nothing becomes visible before its last byte. `at`: its start, in milliseconds since 1970. */
export const session = z.object({
  publishId: z.string(),
  url: z.string(),
  at: z.number(),
  chunkBytes: z.number(),
  count: z.number(),
})

export type Session = z.output<typeof session>

/** How long the address accepts bytes (developers.tiktok.com, 2026-09-11). */
const validFor = hour

export const hasEnded = ({ at }: Session, { clock }: Pick<StepContext, 'clock'>): boolean =>
  clock.now() - at >= validFor

/** Starts an upload. An upload without bytes publishes nothing, so starting another one is harmless. */
export async function begin({ media, direct }: Upload, context: StepContext): Promise<Session | Refusal> {
  const { size, chunkBytes, count } = chunksOf(media.facts.size, usualChunk)
  const answer = await request(context, {
    method: 'POST',
    path: direct ? '/post/publish/video/init/' : '/post/publish/inbox/video/init/',
    json: {
      ...(direct && { post_info: withCreatorSettings(direct.info, context) }),
      source_info: { source: 'FILE_UPLOAD', video_size: size, chunk_size: chunkBytes, total_chunk_count: count },
    },
  })
  if (!isOk(answer)) return refusal(answer, 'media', context)
  const { publish_id: publishId, upload_url: url } = begunOf(answer)
  if (!url || !isOwnAddress(url, context)) return foreignAddress(url ?? '')
  return { publishId, url, at: context.clock.now(), chunkBytes, count }
}

const foreignAddress = (url: string): Extract<Outcome, { type: 'rejected' }> => ({
  type: 'rejected',
  error: 'platform_rejected',
  message: `TikTok returned ${URL.parse(url)?.origin ?? 'no address'} as the place for the video, which is not an address of TikTok. The operator of this instance has to check TIKTOK_UPLOAD_URL.`,
})

export const chunksOfSession = ({ media }: Pick<Upload, 'media'>, { chunkBytes, count }: Session): Chunks => ({
  size: media.facts.size,
  chunkBytes,
  count,
})

export type ChunkResult =
  | { readonly type: 'taken' }
  /** The address no longer accepts bytes. */
  | { readonly type: 'gone' }
  /** TikTok expects another chunk and has to be asked which. */
  | { readonly type: 'misplaced' }

const gone = is(403, 404, 410)
const misplaced = is(416)
const taken = is(200, 201, 206)

/** Sends one chunk. After the last one TikTok starts to publish. */
export async function sendChunk(
  { media, mimeType }: Upload,
  at: Session,
  index: number,
  asked: CallSubject,
  context: StepContext,
): Promise<ChunkResult | Refusal> {
  const { start, end } = chunkAt(chunksOfSession({ media }, at), index)
  const answer = await sendBytes(context, at.url, {
    range: `bytes ${start}-${end - 1}/${media.facts.size}`,
    bytes: { contentType: mimeType, size: end - start, body: context.read(media, { start, end }) },
  })
  if (taken(answer.status)) return { type: 'taken' }
  if (gone(answer.status)) return { type: 'gone' }
  return misplaced(answer.status) ? { type: 'misplaced' } : refusal(answer, asked, context)
}
