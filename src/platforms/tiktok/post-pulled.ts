import { z } from 'zod'
import type { Outcome } from '../../domain/outcome.ts'
import { defineAction } from '../shared/action.ts'
import type { StepContext } from '../shared/context.ts'
import {
  askGently,
  fresh,
  goOnWith,
  mayPass,
  type Patience,
  patience,
  pauseAfter,
  presenceOf,
  type Taken,
  waitLimit,
} from './course.ts'
import { obeying } from './creator.ts'
import { refusal } from './errors.ts'
import { lookAtInbox } from './inbox.ts'
import { hosted } from './photo.ts'
import { type Pull, pullInput } from './plan.ts'
import { profilePages } from './published.ts'
import { findPost } from './reconcile.ts'
import { isOk, request } from './request.ts'
import { askStatus, isStage } from './status.ts'
import { begunOf } from './wire.ts'

/** `publishId` is null until TikTok has accepted the post, and again after TikTok has reported that it failed. */
const kept = patience.extend({ publishId: z.string().nullable(), anew: z.number() })

type Kept = z.output<typeof kept>

const atFirst: Kept = { ...fresh, publishId: null, anew: 0 }

/** How often TikTok is asked again to fetch files that it could not fetch. */
const maxAnew = 2

/** Tells TikTok what to fetch, upon which it starts to publish, and polls until the post is published. */
export const postPulled = defineAction({
  kind: 'commit',
  waitLimit,
  input: pullInput,
  perform: async (input, context) => {
    const now = kept.nullable().parse(context.saved) ?? atFirst
    return now.publishId === null ? send(input, now, context) : goOn(input, now, now.publishId, context)
  },
  doubt: {
    reconcile: async (input, context) => {
      const { publishId } = kept.nullable().parse(context.saved) ?? atFirst
      if (publishId === null) return findPost(input, context)
      return presenceOf(await askStatus(publishId, context), takenOf(input, publishId), context)
    },
    // A post without a `publish_id` that is not found is never reported as absent.
    repeatable: () => true,
    settleTime: 0,
    lookAt: (_, author) => profilePages(author),
  },
  look: lookAtInbox,
})

const takenOf = ({ shows, direct }: Pull, publishId: string): Taken => ({ publishId, kind: shows.kind, direct })

async function send(input: Pull, now: Kept, context: StepContext): Promise<Outcome> {
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
  const info = direct && obeying(direct.info, context)
  if (shows.kind === 'video')
    return { ...(info && { post_info: info }), source_info: { source: 'PULL_FROM_URL', video_url: shows.url } }
  const { places, coverIndex, texts, madeByAi } = shows
  const photos = places.map((place) => ('url' in place ? place.url : context.result(place.step, hosted).url))
  return {
    media_type: 'PHOTO',
    post_mode: info ? 'DIRECT_POST' : 'MEDIA_UPLOAD',
    // For photos it belongs here, not into `post_info` (developers.tiktok.com, 2026-09-11).
    ...(info && { is_aigc: madeByAi }),
    post_info: info ?? texts,
    source_info: { source: 'PULL_FROM_URL', photo_cover_index: coverIndex, photo_images: photos },
  }
}

async function goOn(input: Pull, now: Kept, publishId: string, context: StepContext): Promise<Outcome> {
  const stage = await askGently(publishId, context)
  if (!isStage(stage)) return stage
  if (stage.type === 'failed' && mayPass(stage.reason) && now.anew < maxAnew) return anew(now, context)
  const keep = (patience: Patience) => context.save({ ...now, ...patience })
  return goOnWith(stage, { taken: takenOf(input, publishId), patience: now, keep }, context)
}

/** For a post that TikTok has reported as failed: nothing was published. */
async function anew(now: Kept, context: StepContext): Promise<Outcome> {
  await context.save({ ...atFirst, anew: now.anew + 1 })
  return { type: 'wait', pause: pauseAfter(now.anew + 3) }
}
