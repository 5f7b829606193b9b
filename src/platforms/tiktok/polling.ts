import { z } from 'zod'
import type { Outcome, Presence } from '../../domain/outcome.ts'
import { day, minute, second } from '../../domain/time.ts'
import { isFault, Unreadable } from '../shared/call.ts'
import type { AccountContext, StepContext } from '../shared/context.ts'
import { presenceFrom } from '../shared/refusals.ts'
import { usernameOf } from './creator.ts'
import { failed } from './failures.ts'
import type { Direct } from './plan.ts'
import { isPublic } from './privacy.ts'
import { profilePages, published } from './published.ts'
import { askStatus, isStage, type Stage } from './status.ts'

/** A post for which TikTok has received everything. */
export interface ReceivedPost {
  readonly publishId: string
  readonly kind: 'video' | 'photo'
  readonly direct: Direct
}

/** A post that is being polled. `keep` stores how often TikTok was asked. */
export interface PolledPost {
  readonly post: ReceivedPost
  readonly counts: PollCounts
  readonly keep: (counts: PollCounts) => Promise<void>
}

/** How often TikTok was asked about a post, and how often it answered “published” without an ID. */
export const pollCounts = z.object({ asked: z.number(), unlisted: z.number() })
export type PollCounts = z.output<typeof pollCounts>

export const noPolls: PollCounts = { asked: 0, unlisted: 0 }

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
export async function pollStatus(publishId: string, context: AccountContext): Promise<Stage | Outcome> {
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
export async function nextOutcome(
  stage: Stage,
  { post, counts, keep }: PolledPost,
  context: StepContext,
): Promise<Outcome> {
  const outcome = outcomeOf(stage, post, counts, context)
  if (outcome !== null) return outcome
  const { asked, unlisted } = counts
  const isThere = stage.type === 'published'
  await keep({ asked: asked + 1, unlisted: unlisted + (isThere ? 1 : 0) })
  return { type: 'wait', pause: pauseAfter(isThere ? unlisted : asked) }
}

/** Null: poll again. */
function outcomeOf(stage: Stage, post: ReceivedPost, counts: PollCounts, context: StepContext): Outcome | null {
  switch (stage.type) {
    case 'working':
      return counts.asked < maxAsked ? null : noResult(post, context)
    case 'inbox':
      return inInbox(post, context)
    case 'published':
      return isListed(stage, post, counts) ? done(stage, post, context) : null
    case 'failed':
      return failed(stage.reason)
  }
}

const isListed = (
  { ids }: Extract<Stage, { type: 'published' }>,
  { direct }: ReceivedPost,
  { unlisted }: PollCounts,
): boolean => ids.length > 0 || (direct !== null && !isPublic(direct.privacyLevel)) || unlisted >= maxUnlisted

const done = (
  { ids: [id] }: Extract<Stage, { type: 'published' }>,
  { publishId, kind, direct }: ReceivedPost,
  context: Pick<StepContext, 'result' | 'account' | 'hosts' | 'pages'>,
): Extract<Outcome, { type: 'done' }> => ({
  type: 'done',
  ...published({ id: id ?? null, publishId, kind, username: usernameOf(direct !== null, context) }, context),
})

/** The presence of a post in doubt. A post that is still being processed is absent. */
export function presenceOf(
  told: Awaited<ReturnType<typeof askStatus>>,
  post: ReceivedPost,
  context: StepContext,
): Presence {
  if (!isStage(told)) return presenceFrom(told)
  const isSettled = told.type === 'published' && isListed(told, post, noPolls)
  return isSettled ? { ...done(told, post, context), type: 'found' } : { type: 'absent' }
}

const noResult = ({ publishId }: ReceivedPost, context: StepContext): Outcome => ({
  type: 'action',
  action: {
    code: 'outcome_unknown',
    message:
      'TikTok has processed the post for hours and reports no result. Check on TikTok whether it was published, then resolve the job.',
    lookAt: profilePages(context),
  },
  result: { publishId, id: null },
})

/** How long a creator may take to post a draft. TikTok reportedly keeps a draft for only a day (2026-11-21). */
const timeToFinish = 7 * day

const inInbox = ({ publishId, kind }: ReceivedPost, { clock }: Pick<StepContext, 'clock'>): Outcome => ({
  type: 'action',
  action: {
    code: 'finish_in_app',
    message:
      'The post waits in the TikTok inbox of the account. Open the notification in the TikTok app and post it there. Then attach the address of the post to this job, unless the job is completed already.',
    resolveBy: clock.now() + timeToFinish,
  },
  result: { publishId, kind },
})
