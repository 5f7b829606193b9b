import { z } from 'zod'
import type { Outcome, Presence } from '../../domain/outcome.ts'
import { day, minute, second } from '../../domain/time.ts'
import { isFault, Unreadable } from '../shared/call.ts'
import type { AccountContext, StepContext } from '../shared/live.ts'
import { notTold } from '../shared/refusals.ts'
import { usernameOf } from './creator.ts'
import { quoted } from './errors.ts'
import type { Direct } from './plan.ts'
import { isPublic } from './privacy.ts'
import { profilePages, published } from './published.ts'
import { askStatus, isStage, type Stage } from './status.ts'

/** A post of which TikTok has all that it needs. */
export interface Taken {
  readonly publishId: string
  readonly kind: 'video' | 'photo'
  readonly direct: Direct
}

/** What is known of its course. */
export interface Course {
  readonly taken: Taken
  readonly patience: Patience
  readonly keep: (patience: Patience) => Promise<void>
}

/** How often TikTok was asked about it, and how often of these it had published it and told no ID. */
export const patience = z.object({ asked: z.number(), unlisted: z.number() })
export type Patience = z.output<typeof patience>

export const fresh: Patience = { asked: 0, unlisted: 0 }

/** TikTok answers 30 times a minute (developers.tiktok.com, 2026-09-11). */
const pauses = [2, 3, 3, 5, 5, 10, 15, 20, 30].map((seconds) => seconds * second)
const longestPause = minute
/** After a fault of TikTok's own. */
const faultPause = 10 * second

/** TikTok has an hour to fetch a file, and works on it then: together some hours. */
const maxAsked = 200
/** Some ten minutes: an ID comes with moderation, which mostly takes less than one, and sometimes hours. */
const maxUnlisted = 20

/** The questions are counted; this is only for a TikTok that never lets us ask. */
export const waitLimit = day

export const pauseAfter = (asked: number): number => pauses[asked] ?? longestPause

/**
 * Of what may be visible: a question that fails says nothing of it, so that nothing is sent again and nothing given up
 * before TikTok has told.
 */
export async function askGently(publishId: string, context: AccountContext): Promise<Stage | Outcome> {
  try {
    const told = await askStatus(publishId, context)
    if (isStage(told)) return told
    if (told.type !== 'retry') return { type: 'unknown', message: told.message }
    return { type: 'wait', pause: Math.min(longestPause, told.pause ?? faultPause) }
  } catch (error) {
    if (!isFault(error) && !(error instanceof Unreadable) && !(error instanceof z.ZodError)) throw error
    return { type: 'unknown', message: 'TikTok could not be asked what became of the post.' }
  }
}

/** What a commit does next that TikTok has begun to work on; `keep` stores how often it was asked. */
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

/** Null: it is to be asked again. */
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

/** What TikTok says of a post in doubt: of one that is still on its way, that it is not there yet. */
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
      'TikTok has worked on the post for hours and does not say what became of it. Look there, then resolve the job.',
    lookAt: profilePages(context),
  },
  result: { publishId, id: null },
})

/** In milliseconds: so long a creator has for it. TikTok is said to keep a draft for a day only (2026-11-21). */
const timeToFinish = 7 * 24 * 3_600_000

const inInbox = ({ publishId, kind }: Taken, { clock }: Pick<StepContext, 'clock'>): Outcome => ({
  type: 'action',
  action: {
    code: 'finish_in_app',
    message:
      'It waits in the TikTok inbox of the account: open the notification in the TikTok app, and post it there. Then attach its address to this job, unless TikTok has reported it before.',
    resolveBy: clock.now() + timeToFinish,
  },
  result: { publishId, kind },
})

/** Failures that may not come again with another try; nothing was published. */
const passing: readonly (string | null)[] = ['internal', 'video_pull_failed', 'photo_pull_failed']

/** TikTok's words (developers.tiktok.com, Get Post Status, 2026-09-11). */
const reasons: Readonly<Record<string, string>> = {
  file_format_check_failed: 'TikTok does not take the format of the file.',
  duration_check_failed: 'TikTok does not take a video of this length.',
  frame_rate_check_failed: 'TikTok takes a video of 23 to 60 frames a second.',
  picture_size_check_failed: 'TikTok does not take the size of the picture.',
  video_pull_failed: 'TikTok could not fetch the video from the media host of this instance.',
  photo_pull_failed: 'TikTok could not fetch a photo from the media host of this instance.',
  internal: 'TikTok failed at processing it.',
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
  if (reason === 'publish_cancelled') return rejected('platform_rejected', 'The post was cancelled at TikTok.')
  if (reason === 'auth_removed')
    return rejected('platform_rejected', 'The creator has ended the access of this instance before it was published.')
  if (reason?.startsWith('spam_risk'))
    return rejected('platform_rejected', quoted('TikTok did not publish it.', reason))
  const message = reasons[reason ?? ''] ?? quoted('TikTok could not publish it.', reason)
  return rejected(reason === 'internal' ? 'platform_unavailable' : 'media_rejected', message)
}
