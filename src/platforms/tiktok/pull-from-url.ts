import { z } from 'zod'
import type { Outcome, Presence } from '../../domain/outcome.ts'
import type { StepContext } from '../shared/context.ts'
import { fetchAgainIn } from '../shared/fetch-again.ts'
import { withCreatorSettings } from './creator.ts'
import { refusal } from './errors.ts'
import { mayPass } from './failures.ts'
import { hosted } from './photo.ts'
import type { Pull } from './plan.ts'
import {
  nextOutcome,
  noPolls,
  type PollCounts,
  pauseAfter,
  pollCounts,
  pollStatus,
  presenceOf,
  type ReceivedPost,
} from './polling.ts'
import { findPost } from './reconcile.ts'
import { isOk, request } from './request.ts'
import { askStatus, isStage } from './status.ts'
import { begunOf } from './wire.ts'

/** `publishId` is null until TikTok has accepted the post, and again after TikTok has reported that it failed. */
const progress = pollCounts.extend({ publishId: z.string().nullable(), restarts: z.number().default(0) })

type Progress = z.output<typeof progress>

const atFirst: Progress = { ...noPolls, publishId: null, restarts: 0 }

/** Tells TikTok what to fetch, upon which it starts to publish, and polls until the post is published. */
export async function publishByUrl(input: Pull, context: StepContext): Promise<Outcome> {
  const now = progress.nullable().parse(context.saved) ?? atFirst
  return now.publishId === null ? send(input, now, context) : resume(input, now, now.publishId, context)
}

/** Whether a post in doubt is published. */
export async function findPull(input: Pull, context: StepContext): Promise<Presence> {
  const { publishId } = progress.nullable().parse(context.saved) ?? atFirst
  if (publishId === null) return findPost({ ...input, kind: input.shows.kind }, context)
  return presenceOf(await askStatus(publishId, context), receivedPost(input, publishId), context)
}

const receivedPost = ({ shows, direct }: Pull, publishId: string): ReceivedPost => ({
  publishId,
  kind: shows.kind,
  direct,
})

async function send(input: Pull, now: Progress, context: StepContext): Promise<Outcome> {
  const answer = await request(context, { method: 'POST', path: pathOf(input), json: bodyOf(input, context) })
  if (!isOk(answer)) return refusal(answer, 'post', context)
  await context.save({ ...now, publishId: begunOf(answer).publish_id })
  return { type: 'wait', pause: pauseAfter(0) }
}

function pathOf({ shows, direct }: Pull): string {
  if (shows.kind === 'photo') return '/post/publish/content/init/'
  return direct ? '/post/publish/video/init/' : '/post/publish/inbox/video/init/'
}

function bodyOf({ shows, direct }: Pull, context: StepContext) {
  const info = direct && withCreatorSettings(direct.info, context)
  if (shows.kind === 'video')
    return { ...(info && { post_info: info }), source_info: { source: 'PULL_FROM_URL', video_url: shows.url } }
  const { places, coverIndex, texts, madeByAi } = shows
  const photos = places.map((image) => ('url' in image ? image.url : context.result(image.step, hosted).url))
  return {
    media_type: 'PHOTO',
    post_mode: info ? 'DIRECT_POST' : 'MEDIA_UPLOAD',
    // For photos it belongs here, not into `post_info` (developers.tiktok.com, 2026-09-11). Postiz at 74b01ad (2026-08) found
    // that the call for photos does not know it, so it is sent only if the post asks for it.
    ...(info && madeByAi && { is_aigc: true }),
    post_info: info ?? texts,
    source_info: { source: 'PULL_FROM_URL', photo_cover_index: coverIndex, photo_images: photos },
  }
}

async function resume(input: Pull, now: Progress, publishId: string, context: StepContext): Promise<Outcome> {
  const stage = await pollStatus(publishId, context)
  if (!isStage(stage)) return stage
  const again = fetchAgainIn(now.restarts + 1)
  if (stage.type === 'failed' && mayPass(stage.reason) && again !== null) return restart(now, again, context)
  const keep = (counts: PollCounts) => context.save({ ...now, ...counts })
  return nextOutcome(stage, { post: receivedPost(input, publishId), counts: now, keep }, context)
}

/** For a post that TikTok has reported as failed: nothing was published. */
async function restart(now: Progress, pause: number, context: StepContext): Promise<Outcome> {
  await context.save({ ...atFirst, restarts: now.restarts + 1 })
  return { type: 'wait', pause }
}
