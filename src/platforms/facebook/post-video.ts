import { z } from 'zod'
import type { Outcome, Presence, Refusal } from '../../domain/outcome.ts'
import { hour, minute } from '../../domain/time.ts'
import { type Action, defineAction } from '../shared/action.ts'
import { type Answer, isDone, isFault, publishTimeout, Unreadable } from '../shared/call.ts'
import type { StepContext } from '../shared/context.ts'
import { presenceFrom } from '../shared/refusals.ts'
import { refusal } from './errors.ts'
import { feedVideoInput, reelInput } from './plan.ts'
import { lookAt } from './post.ts'
import { failedVideo, pollPause, readVideo } from './processing.ts'
import { addressOf, published } from './published.ts'
import { ofPage } from './request.ts'
import { uploadedVideo } from './video.ts'
import type { VideoState } from './wire.ts'

/** When Facebook confirmed the last call, in milliseconds since 1970. */
const finished = z.object({ at: z.number() })

/** How long a video may take until it is published. */
const longestWait = hour
/** A video keeps its ID from the upload on, so it is always recognised. */
const settleTime = 2 * minute

interface FinishOptions<S extends z.ZodType<{ readonly upload: string }>> {
  readonly input: S
  /** The last call of the upload's session, which publishes. */
  readonly finish: (input: z.output<S>, video: Video, context: StepContext) => Promise<Answer>
  readonly isOut: (state: VideoState) => boolean
  /** Whether an earlier last call was certainly accepted. */
  readonly isTaken: (state: VideoState) => boolean
  /** Its path, if Facebook does not return one. */
  readonly fallback: (id: string, context: StepContext) => string
}

type Video = z.output<typeof uploadedVideo>

/** Facebook only confirms the last call: the status is read until the video is published. */
const finishing = <S extends z.ZodType<{ readonly upload: string }>>(kind: FinishOptions<S>): Action =>
  defineAction({
    kind: 'commit',
    input: kind.input,
    perform: async (input, context) => {
      const video = context.result(input.upload, uploadedVideo)
      const begun = finished.nullable().parse(context.saved)
      return begun === null ? finish(kind, input, video, context) : await follow(kind, video, begun.at, context)
    },
    doubt: {
      reconcile: (input, context) => readState(kind, context.result(input.upload, uploadedVideo), context),
      // Each upload is one video, and a video is published only once.
      repeatable: () => true,
      settleTime,
      lookAt,
    },
  })

async function finish<S extends z.ZodType<{ readonly upload: string }>>(
  kind: FinishOptions<S>,
  input: z.output<S>,
  video: Video,
  context: StepContext,
): Promise<Outcome> {
  const answer = await kind.finish(input, video, context)
  if (!isDone(answer)) {
    const outcome = refusal(answer, 'post', context)
    // If the call was repeated, the first one may have succeeded.
    const state = outcome.type === 'rejected' ? await readVideo(video.id, context) : null
    if (state === null || 'type' in state || !kind.isTaken(state)) return outcome
  } else answer.json()
  const at = context.clock.now()
  await context.save({ at })
  return follow(kind, video, at, context)
}

async function follow<S extends z.ZodType<{ readonly upload: string }>>(
  kind: FinishOptions<S>,
  { id }: Video,
  since: number,
  context: StepContext,
): Promise<Outcome> {
  const state = await askedGently(id, context)
  // The call was accepted, even if the status cannot be read. Without a login nobody can read it any more.
  if (state === null) return later(since, context)
  if ('type' in state) return isOver(state) ? { type: 'unknown', message: state.message } : later(since, context)
  if (kind.isOut(state)) return { type: 'done', ...shown(kind, state, context) }
  return failedVideo(state) ?? later(since, context)
}

/** Null: there was no readable response. */
async function askedGently(id: string, context: StepContext) {
  try {
    return await readVideo(id, context)
  } catch (error) {
    if (isFault(error) || error instanceof Unreadable || error instanceof z.ZodError) return null
    throw error
  }
}

const isOver = ({ type }: Refusal): boolean => type === 'expired' || type === 'reconnect'

const later = (since: number, { clock }: StepContext): Outcome =>
  clock.now() - since > longestWait
    ? { type: 'unknown', message: 'Facebook accepted the video but does not report it as published.' }
    : { type: 'wait', pause: pollPause }

const shown = <S extends z.ZodType<{ readonly upload: string }>>(
  { fallback }: FinishOptions<S>,
  { id, postId, permalink }: VideoState,
  context: StepContext,
) => published({ id, postId, url: addressOf(permalink, fallback(id, context), context) })

async function readState<S extends z.ZodType<{ readonly upload: string }>>(
  kind: FinishOptions<S>,
  { id }: Video,
  context: StepContext,
): Promise<Presence> {
  const state = await readVideo(id, context)
  if ('type' in state) return presenceFrom(state)
  if (kind.isOut(state)) return { type: 'found', ...shown(kind, state, context) }
  if (context.saved === null || state.fault !== null) return { type: 'absent' }
  return { type: 'cannot_tell', message: 'Facebook accepted the video and has not finished processing it.' }
}

/** No page documents a publishing phase for feed videos: a processed one is published. */
export const feedVideo = finishing({
  input: feedVideoInput,
  finish: ({ text }, { session }, context) =>
    ofPage(context, {
      method: 'POST',
      host: 'video',
      path: '/videos',
      headersTimeout: publishTimeout,
      form: {
        upload_phase: 'finish',
        upload_session_id: session ?? undefined,
        ...(text === '' ? {} : { description: text }),
      },
    }),
  isOut: ({ isPublished, isProcessed }) => isPublished || isProcessed,
  isTaken: ({ isPublished, isProcessed, isProcessing }) => isPublished || isProcessed || isProcessing,
  fallback: (id, { account }) => `/${account.remoteId}/videos/${id}`,
})

export const reel = finishing({
  input: reelInput,
  finish: ({ text }, { id }, context) =>
    ofPage(context, {
      method: 'POST',
      path: '/video_reels',
      headersTimeout: publishTimeout,
      form: {
        upload_phase: 'finish',
        video_id: id,
        video_state: 'PUBLISHED',
        ...(text === '' ? {} : { description: text }),
      },
    }),
  isOut: ({ isPublished }) => isPublished,
  isTaken: ({ isPublished }) => isPublished,
  fallback: (id) => `/reel/${id}`,
})
