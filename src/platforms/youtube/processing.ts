import { z } from 'zod'
import type { Outcome } from '../../domain/outcome.ts'
import { defineAction } from '../shared/action.ts'
import { isDone } from '../shared/call.ts'
import type { StepContext } from '../shared/context.ts'
import { quoted, refusal } from './errors.ts'
import { processingInput } from './plan.ts'
import { request } from './request.ts'
import { tryLater } from './try-later.ts'
import { type VideoState, videosAnswer } from './wire.ts'

/** Result of the commit. */
export const postResult = z.object({ id: z.string() })

/**
 * Watches what YouTube does with the published video. The job is completed already, so a problem becomes a warning. After
 * about an hour it stops.
 */
export const processing = defineAction({
  kind: 'follow_up',
  input: processingInput,
  warning: 'restricted_by_platform',
  perform: async ({ privacyStatus, isShort }, context) => {
    const state = await stateOfVideo(context)
    if (state !== null && 'type' in state) return state
    if (state !== null && isProcessing(state, isShort))
      return (await tryLater(context)) ?? { type: 'done', result: null }
    return faultOf(state, privacyStatus) ?? { type: 'done', result: null }
  },
  // It only reads.
  doubt: {
    reconcile: async () => ({ type: 'absent' }),
    repeatable: () => true,
    settleTime: 0,
    lookAt: () => [],
  },
})

/** Null: the video no longer exists. */
async function stateOfVideo(context: StepContext): Promise<VideoState | Outcome | null> {
  const answer = await request(context, {
    method: 'GET',
    path: '/videos',
    query: { part: 'status,processingDetails', id: context.result('post', postResult).id },
  })
  if (!isDone(answer)) return refusal(answer, 'read', context)
  return videosAnswer.parse(answer.json()).items[0] ?? null
}

/** `uploadStatus` shows whether the video is processed. A Short accepts a thumbnail only after `processingStatus` has ended too. */
const isProcessing = ({ status, processingDetails }: VideoState, isShort: boolean): boolean =>
  (status?.uploadStatus === 'uploaded' && !hasFailed(processingDetails?.processingStatus)) ||
  (isShort && status?.uploadStatus === 'processed' && processingDetails?.processingStatus === 'processing')

function faultOf(state: VideoState | null, asked: string): Outcome | null {
  if (state === null) return fault('platform_rejected', 'The video is no longer on YouTube.', null)
  const { status, processingDetails } = state
  const reason = status?.failureReason ?? processingDetails?.processingFailureReason
  if (status?.uploadStatus === 'rejected')
    return fault('platform_rejected', 'YouTube rejected the video.', status.rejectionReason)
  if (status?.uploadStatus === 'deleted') return fault('platform_rejected', 'The video is no longer on YouTube.', null)
  if (status?.uploadStatus === 'failed' || hasFailed(processingDetails?.processingStatus))
    return fault('media_rejected', 'YouTube could not process the video.', reason)
  const shown = status?.privacyStatus
  if (!shown || shown === asked) return null
  return fault('platform_rejected', `YouTube made the video ${shown}, although ${asked} was requested.`, null)
}

const hasFailed = (status: string | null | undefined): boolean => status === 'failed' || status === 'terminated'

const fault = (error: 'platform_rejected' | 'media_rejected', message: string, reason: string | null | undefined) =>
  ({ type: 'rejected', error, message: quoted(message, reason) }) as const
