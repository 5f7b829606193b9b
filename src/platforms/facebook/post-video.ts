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

/** When Facebook said that it would publish, in milliseconds since 1970. */
const finished = z.object({ at: z.number() })

/** In milliseconds: so long a video may be on its way to the Page. */
const longestWait = hour
/** A video has one number from its upload on, so that it is no question whether it is the one. */
const settleTime = 2 * minute

interface Finishing<S extends z.ZodType<{ readonly upload: string }>> {
  readonly input: S
  /** The last call of the upload's session, which publishes. */
  readonly finish: (input: z.output<S>, video: Video, context: StepContext) => Promise<Answer>
  readonly isOut: (state: VideoState) => boolean
  /** Whether an earlier last call surely was taken. */
  readonly isTaken: (state: VideoState) => boolean
  /** Where it is, if Facebook does not say. */
  readonly fallback: (id: string, context: StepContext) => string
}

type Video = z.output<typeof uploadedVideo>

/** Facebook only acknowledges the last call: whether the video came out is asked until it did. */
const finishing = <S extends z.ZodType<{ readonly upload: string }>>(kind: Finishing<S>): Action =>
  defineAction({
    kind: 'commit',
    input: kind.input,
    perform: async (input, context) => {
      const video = context.result(input.upload, uploadedVideo)
      const begun = finished.nullable().parse(context.saved)
      return begun === null ? finish(kind, input, video, context) : await follow(kind, video, begun.at, context)
    },
    doubt: {
      reconcile: (input, context) => look(kind, context.result(input.upload, uploadedVideo), context),
      // Only a video that is not out yet can come out, and each upload is one video.
      repeatable: () => true,
      settleTime,
      lookAt,
    },
  })

async function finish<S extends z.ZodType<{ readonly upload: string }>>(
  kind: Finishing<S>,
  input: z.output<S>,
  video: Video,
  context: StepContext,
): Promise<Outcome> {
  const answer = await kind.finish(input, video, context)
  if (!isDone(answer)) {
    const outcome = refusal(answer, 'post', context)
    // Of a call that is made again the first may have counted.
    const state = outcome.type === 'rejected' ? await readVideo(video.id, context) : null
    if (state === null || 'type' in state || !kind.isTaken(state)) return outcome
  } else answer.json()
  const at = context.clock.now()
  await context.save({ at })
  return follow(kind, video, at, context)
}

async function follow<S extends z.ZodType<{ readonly upload: string }>>(
  kind: Finishing<S>,
  { id }: Video,
  since: number,
  context: StepContext,
): Promise<Outcome> {
  const state = await askedGently(id, context)
  // It was taken: whatever hinders the asking changes nothing about that. Without a login nobody can ask on.
  if (state === null) return later(since, context)
  if ('type' in state) return isOver(state) ? { type: 'unknown', message: state.message } : later(since, context)
  if (kind.isOut(state)) return { type: 'done', ...shown(kind, state, context) }
  return failedVideo(state) ?? later(since, context)
}

/** Null: there was no answer, or none that can be read. */
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
  { fallback }: Finishing<S>,
  { id, postId, permalink }: VideoState,
  context: StepContext,
) => published({ id, postId, url: addressOf(permalink, fallback(id, context), context) })

async function look<S extends z.ZodType<{ readonly upload: string }>>(
  kind: Finishing<S>,
  { id }: Video,
  context: StepContext,
): Promise<Presence> {
  const state = await readVideo(id, context)
  if ('type' in state) return presenceFrom(state)
  if (kind.isOut(state)) return { type: 'found', ...shown(kind, state, context) }
  if (context.saved === null || state.fault !== null) return { type: 'absent' }
  return { type: 'cannot_tell', message: 'Facebook accepted the video and has not finished processing it.' }
}

/** Of a video of the feed nobody promises a phase of publishing: one that is processed is out. */
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
