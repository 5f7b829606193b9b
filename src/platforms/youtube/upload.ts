import { z } from 'zod'
import { MiB } from '../../domain/bytes.ts'
import type { Outcome, Refusal } from '../../domain/outcome.ts'
import { day, second } from '../../domain/time.ts'
import { defineAction } from '../shared/action.ts'
import { isDone, isFault } from '../shared/call.ts'
import type { StepContext } from '../shared/context.ts'
import { refusal } from './errors.ts'
import { uploadInput } from './plan.ts'
import { isOwnAddress, upload as uploadCall } from './request.ts'
import { readSettings } from './settings.ts'
import { askSession, type OngoingUpload, type SessionState, sendPiece } from './upload-session.ts'
import { newVideo } from './wire.ts'

type Input = z.output<typeof uploadInput>

const progress = z.object({ session: z.string(), chunkBytes: z.number(), offset: z.number() })

type Progress = z.output<typeof progress>

/** Result of the upload: everything except the last chunk has arrived. */
export const uploaded = z.object({ session: z.string(), offset: z.number() })

/**
 * In bytes. Every chunk except the last must be a multiple of 256 KiB (developers.google.com, 2026-09-24). Google recommends
 * one chunk for the whole file; other clients send 8 MiB (post-for-me and Postiz, 2026-08). After a broken connection one
 * chunk is sent again.
 */
const chunkBytes = 8 * MiB

/** With all its breaks. */
const longestUpload = day
/** After a break. */
const breakPause = 5 * second

/**
 * Uploads a file except for its last chunk. Nothing becomes visible before the last byte. After an interruption it continues
 * where YouTube says that it stopped. The address of the session is valid for some days, with any token of the channel.
 */
export const upload = defineAction({
  kind: 'upload',
  input: uploadInput,
  waitLimit: longestUpload,
  sentShare: ({ media }, saved) => (progress.safeParse(saved).data?.offset ?? 0) / media.facts.size,
  perform: async (input, context) => {
    const begun = await resumed(input, context)
    if (begun !== null && 'type' in begun) return begun
    const at = begun ?? (await begin(input, context))
    return 'type' in at ? at : send(input, at, context)
  },
})

/** Null: there is no upload to continue. A session that refuses the question no longer exists (upload guide, 2026-11). */
async function resumed(input: Input, context: StepContext): Promise<Progress | Outcome | null> {
  const saved = progress.nullable().parse(context.saved)
  if (saved === null) return null
  const state = await askSession(sentBy(input, saved), context)
  if (state.type === 'gone' || state.type === 'rejected') return null
  if (state.type === 'open') return { ...saved, offset: state.offset }
  return state.type === 'complete' ? { ...saved, offset: lastPieceAt(input, saved) } : state
}

async function begin(input: Input, context: StepContext): Promise<Progress | Outcome> {
  const { category_id: categoryId } = readSettings(context)
  const answer = await uploadCall(context, {
    method: 'POST',
    path: '/videos',
    query: { uploadType: 'resumable', part: 'snippet,status' },
    headers: {
      'x-upload-content-length': String(input.media.facts.size),
      'x-upload-content-type': input.mimeType,
    },
    json: newVideo({ ...input, categoryId }),
  })
  if (!isDone(answer)) return refusal(answer, 'media', context)
  const session = answer.headers.location ?? ''
  if (!isOwnAddress(session, context)) return foreignAddress(session)
  const at = { session, chunkBytes, offset: 0 }
  await context.save(at)
  return at
}

const foreignAddress = (session: string): Outcome => ({
  type: 'rejected',
  error: 'platform_rejected',
  message: `YouTube returned ${URL.parse(session)?.origin ?? 'no address'} as the place for the video, which is not an address of YouTube. The operator of this instance has to check YOUTUBE_API_URL.`,
})

const sentBy = ({ media, mimeType }: Input, { session }: Progress): OngoingUpload => ({ session, media, mimeType })

/** Where the last chunk begins. It has at least one byte. */
const lastPieceAt = ({ media }: Input, { chunkBytes }: Progress): number =>
  Math.floor((media.facts.size - 1) / chunkBytes) * chunkBytes

async function send(input: Input, begun: Progress, context: StepContext): Promise<Outcome> {
  const last = lastPieceAt(input, begun)
  let at = begun
  while (at.offset < last) {
    const end = Math.min(at.offset + at.chunkBytes, last)
    const state = await sendPiece(sentBy(input, at), { start: at.offset, end }, 'media', context).catch(connectionLost)
    if (state.type === 'gone' || state.type === 'complete') return interrupted
    // A long upload may be interrupted more often than a job is attempted. While it makes progress, this is no attempt.
    if (isBreak(state) && at.offset > begun.offset) return { type: 'wait', pause: breakPause }
    if (state.type !== 'open') return state
    if (state.offset <= at.offset) return interrupted
    at = { ...at, offset: state.offset }
    await context.save(at)
  }
  return { type: 'done', result: { session: at.session, offset: at.offset } }
}

const isBreak = (state: Outcome | SessionState): boolean => state.type === 'retry' && state.wholeAccount !== true

function connectionLost(error: unknown): Refusal {
  if (!(error instanceof Error) || !isFault(error)) throw error
  return { type: 'retry', error: 'platform_unavailable', message: `YouTube could not be reached: ${error.message}` }
}

const interrupted: Outcome = {
  type: 'retry',
  error: 'platform_unavailable',
  message: 'YouTube interrupted the upload.',
}
