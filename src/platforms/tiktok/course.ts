import { z } from 'zod'
import type { Outcome, Presence } from '../../domain/outcome.ts'
import { day, minute, second } from '../../domain/time.ts'
import { isFault, Unreadable } from '../shared/call.ts'
import type { AccountContext, StepContext } from '../shared/context.ts'
import { notTold } from '../shared/refusals.ts'
import { usernameOf } from './creator.ts'
import { quoted } from './errors.ts'
import type { Direct } from './plan.ts'
import { isPublic } from './privacy.ts'
import { profilePages, published } from './published.ts'
import { askStatus, isStage, type Stage } from './status.ts'

/** A post for which TikTok has received everything. */
export interface Taken {
  readonly publishId: string
  readonly kind: 'video' | 'photo'
  readonly direct: Direct
}

/** A post that is being polled. `keep` stores how often TikTok was asked. */
export interface Course {
  readonly taken: Taken
  readonly patience: Patience
  readonly keep: (patience: Patience) => Promise<void>
}

/** How often TikTok was asked about a post, and how often it answered “published” without an ID. */
export const patience = z.object({ asked: z.number(), unlisted: z.number() })
export type Patience = z.output<typeof patience>

export const fresh: Patience = { asked: 0, unlisted: 0 }

/** TikTok allows 30 status requests a minute (developers.tiktok.com, 2026-09-11). */
const pauses = [2, 3, 3, 5, 5, 10, 15, 20, 30].map((seconds) => seconds * second)
const longestPause = minute
/** After a TikTok server error. */
const faultPause = 10 * second

/** TikTok has an hour to fetch a file and then processes it: a few hours in total. */
const maxAsked = 200
/** About ten minutes. The ID appears after moderation, which mostly takes less than a minute and sometimes hours. */
const maxUnlisted = 20

/** Status requests are counted; this limit applies only if TikTok refuses them all. */
export const waitLimit = day

export const pauseAfter = (asked: number): number => pauses[asked] ?? longestPause

/**
 * For a post that may be visible already. A status request that fails says nothing about the post, so the post is neither
 * sent again nor given up before TikTok has answered.
 */
export async function askGently(publishId: string, context: AccountContext): Promise<Stage | Outcome> {
  try {
    const told = await askStatus(publishId, context)
    if (isStage(told)) return told
    if (told.type !== 'retry') return { type: 'unknown', message: told.message }
    return { type: 'wait', pause: Math.min(longestPause, told.pause ?? faultPause) }
  } catch (error) {
    if (!isFault(error) && !(error instanceof Unreadable) && !(error instanceof z.ZodError)) throw error
    return { type: 'unknown', message: 'The status of the post at TikTok could not be read.' }
  }
}

/** The next outcome of a commit that TikTok is processing. */
export async function goOnWith(
  stage: Stage,
  { taken, patience, keep }: Course,
  context: StepContext,
): Promise<Outcome> {
  const outcome = outcomeOf(stage, taken, patience, context)
  if (outcome !== null) return outcome
  const { asked, unlisted } = patience
  const isThere = stage.type === 'published'
  await keep({ asked: asked + 1, unlisted: unlisted + (isThere ? 1 : 0) })
  return { type: 'wait', pause: pauseAfter(isThere ? unlisted : asked) }
}

/** Null: poll again. */
function outcomeOf(stage: Stage, taken: Taken, patience: Patience, context: StepContext): Outcome | null {
  switch (stage.type) {
    case 'working':
      return patience.asked < maxAsked ? null : silent(taken, context)
    case 'inbox':
      return inInbox(taken, context)
    case 'published':
      return isListed(stage, taken, patience) ? done(stage, taken, context) : null
    case 'failed':
      return failed(stage.reason)
  }
}

const isListed = ({ ids }: Extract<Stage, { type: 'published' }>, { direct }: Taken, { unlisted }: Patience): boolean =>
  ids.length > 0 || (direct !== null && !isPublic(direct.privacyLevel)) || unlisted >= maxUnlisted

const done = (
  { ids: [id] }: Extract<Stage, { type: 'published' }>,
  { publishId, kind, direct }: Taken,
  context: Pick<StepContext, 'result' | 'account' | 'hosts'>,
): Extract<Outcome, { type: 'done' }> => ({
  type: 'done',
  ...published({ id: id ?? null, publishId, kind, username: usernameOf(direct !== null, context) }, context),
})

/** The presence of a post in doubt. A post that is still being processed is absent. */
export function presenceOf(told: Awaited<ReturnType<typeof askStatus>>, taken: Taken, context: StepContext): Presence {
  if (!isStage(told)) return notTold(told)
  const isSettled = told.type === 'published' && isListed(told, taken, fresh)
  return isSettled ? { ...done(told, taken, context), type: 'found' } : { type: 'absent' }
}

const silent = ({ publishId }: Taken, context: StepContext): Outcome => ({
  type: 'action',
  action: {
    code: 'outcome_unknown',
    message:
      'TikTok has processed the post for hours and reports no result. Check on TikTok whether it was published, then resolve the job.',
    lookAt: profilePages(context),
  },
  result: { publishId, id: null },
})

/** In milliseconds: how long a creator may take to post a draft. TikTok reportedly keeps a draft for only a day (2026-11-21). */
const timeToFinish = 7 * 24 * 3_600_000

const inInbox = ({ publishId, kind }: Taken, { clock }: Pick<StepContext, 'clock'>): Outcome => ({
  type: 'action',
  action: {
    code: 'finish_in_app',
    message:
      'The post waits in the TikTok inbox of the account. Open the notification in the TikTok app and post it there. Then attach the address of the post to this job, unless the job is completed already.',
    resolveBy: clock.now() + timeToFinish,
  },
  result: { publishId, kind },
})

/** Failures that another attempt may not have. Nothing was published. */
const passing: readonly (string | null)[] = ['internal', 'video_pull_failed', 'photo_pull_failed']

/** By `fail_reason` (developers.tiktok.com, Get Post Status, 2026-09-11). */
const reasons: Readonly<Record<string, string>> = {
  file_format_check_failed: 'TikTok does not accept the format of the file.',
  duration_check_failed: 'TikTok does not accept a video of this duration.',
  frame_rate_check_failed: 'TikTok accepts only videos with 23 to 60 frames per second.',
  picture_size_check_failed: 'TikTok does not accept a picture of this size.',
  video_pull_failed: 'TikTok could not fetch the video from the media host of this instance.',
  photo_pull_failed: 'TikTok could not fetch a photo from the media host of this instance.',
  internal: 'TikTok failed to process the post because of an internal error.',
}

export const mayPass = (reason: string | null): boolean => passing.includes(reason)

const rejected = (
  error: 'media_rejected' | 'platform_rejected' | 'platform_unavailable',
  message: string,
): Outcome => ({
  type: 'rejected',
  error,
  message,
})

export function failed(reason: string | null): Outcome {
  if (reason === 'publish_cancelled') return rejected('platform_rejected', 'The post was cancelled on TikTok.')
  if (reason === 'auth_removed')
    return rejected(
      'platform_rejected',
      'The creator removed the access of this instance on TikTok before the post was published.',
    )
  if (reason?.startsWith('spam_risk'))
    return rejected('platform_rejected', quoted('TikTok did not publish the post.', reason))
  const message = reasons[reason ?? ''] ?? quoted('TikTok could not publish the post.', reason)
  return rejected(reason === 'internal' ? 'platform_unavailable' : 'media_rejected', message)
}
