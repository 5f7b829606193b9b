import { z } from 'zod'
import type { Outcome, Presence, Refusal } from '../../domain/outcome.ts'
import { minute, second } from '../../domain/time.ts'
import { defineAction } from '../shared/action.ts'
import { type Answer, isDone, isUnsent, publishTimeout } from '../shared/call.ts'
import type { StepContext } from '../shared/context.ts'
import { duplicateOf, errorIn, isRefusedWith, refusal } from './errors.ts'
import { uploaded } from './image.ts'
import { toLittleText } from './little-text.ts'
import { mayRead } from './permissions.ts'
import { postInput, uploadName } from './plan.ts'
import { profileUrl, published } from './published.ts'
import { findPost } from './reconcile.ts'
import { request } from './request.ts'
import { readSettings } from './settings.ts'
import { newPost } from './wire.ts'

type Input = z.output<typeof postInput>

/**
 * Saved before the first attempt, and deleted when LinkedIn has certainly not accepted it: its time, in milliseconds since
 * 1970, and the post that LinkedIn named as equal.
 */
const attempted = z.object({ since: z.number(), duplicate: z.string().nullable() })

type PostAttempt = z.output<typeof attempted>

/** LinkedIn does not document how late its lists show a new post. This is a cautious guess. */
const settleTime = minute

/** The pause while LinkedIn still processes the media. */
const mediaPause = 20 * second

export const post = defineAction({
  kind: 'commit',
  input: postInput,
  perform: async (input, context) => {
    const before = attempted.nullable().parse(context.saved)
    // Too much time has passed: LinkedIn may no longer refuse a second post with this content.
    if (before !== null && isOver(before, context)) return { type: 'unknown', message: tooLate }
    const { since } = before ?? { since: context.clock.now() }
    if (before === null) await context.save({ since, duplicate: null })
    const answer = await create(input, context).catch((error: unknown) => unlessUnsent(error, before, context))
    if ('type' in answer) return answer
    if (isDone(answer)) return { type: 'done', ...published(urnIn(answer), context) }
    if (before === null && isUnderWay(answer)) return surelyNot({ type: 'wait', pause: mediaPause }, context)
    const refused = notReady(answer, before) ?? refusal(answer, 'post', context)
    const duplicate = duplicateOf(answer)
    // At a first attempt the named post is another one. If this one is in doubt, `reconcile` uses the ID.
    if (duplicate !== null) await context.save({ since, duplicate })
    if (duplicate !== null || refused.type === 'unknown') return refused
    return before === null ? surelyNot(refused, context) : stillInDoubt(refused, context)
  },
  doubt: {
    reconcile,
    search: async ({ text, hasMedia }, since, context) =>
      mayRead('posts', context)
        ? findPost({ text, mediaId: null, isMediaLost: hasMedia, since }, context)
        : { type: 'cannot_tell', message: 'This login may not read the account’s posts.' },
    // LinkedIn refuses a post that equals one of the last ten minutes, and names that one (422 DUPLICATE_POST). After
    // `resend_minutes`, a post is never reported as absent.
    repeatable: () => true,
    settleTime,
    lookAt: (_, author) => [profileUrl(author)],
  },
})

const tooLate = 'The post may exist, and LinkedIn would no longer refuse a duplicate.'

const isOver = ({ since }: PostAttempt, context: StepContext): boolean =>
  context.clock.now() - since >= readSettings(context).resend_minutes

function create({ text, hasMedia, altText, visibility }: Input, context: StepContext): Promise<Answer> {
  const media = hasMedia ? { id: context.result(uploadName, uploaded).id, altText } : null
  return request(context, {
    method: 'POST',
    path: '/rest/posts',
    headersTimeout: publishTimeout,
    json: newPost({ author: context.account.remoteId, commentary: toLittleText(text), visibility, media }),
  })
}

/** The response has no body. Very old ones used another header. */
const urnIn = ({ headers }: Answer): string =>
  z
    .string()
    .regex(/^urn:li:(share|ugcPost):\d+$/)
    .parse(headers['x-restli-id'] ?? headers['x-linkedin-id'])

/** The media is still being processed. An account that may not read its status tries until that has ended. */
const isUnderWay = (answer: Answer): boolean => isRefusedWith('MEDIA_ASSET_WAITING_UPLOAD', answer)

/** Media that is not ready may also be reported as forbidden (posts-api, 2026-09). */
function notReady(answer: Answer, before: PostAttempt | null): Refusal | null {
  const isEarly = before === null && errorIn(answer).words.some((words) => /resource is forbidden/i.test(words))
  if (!isEarly && !isUnderWay(answer)) return null
  const message = 'LinkedIn has not finished processing the media of this post.'
  return { type: 'retry', error: 'media_rejected', message, pause: mediaPause }
}

/** If nothing of the first attempt was sent, nothing is saved about it. */
async function unlessUnsent(error: unknown, before: PostAttempt | null, context: StepContext): Promise<Outcome> {
  if (!isUnsent(error)) throw error
  if (before !== null) return { type: 'unknown', message: 'LinkedIn could not be reached.' }
  await context.save(null)
  throw error
}

async function surelyNot(refused: Outcome, context: StepContext): Promise<Outcome> {
  await context.save(null)
  return refused
}

/**
 * An earlier attempt may have been accepted, and the refusal of this one says nothing about it, unless the account's posts
 * were searched in between.
 */
async function stillInDoubt(refused: Outcome, context: StepContext): Promise<Outcome> {
  if (mayRead('posts', context)) return surelyNot(refused, context)
  const isRenewable = refused.type === 'expired' && context.credentials.refreshToken !== null
  return isRenewable || !('message' in refused) ? refused : { type: 'unknown', message: refused.message }
}

/** If the account's posts can't be read, the post is sent again. LinkedIn refuses it if it exists. */
async function reconcile(input: Input, context: StepContext): Promise<Presence> {
  const before = attempted.nullable().parse(context.saved)
  if (before !== null && before.duplicate !== null) return { type: 'found', ...published(before.duplicate, context) }
  const presence: Presence = mayRead('posts', context)
    ? await findPost(wanted(input, context), context)
    : { type: 'absent' }
  const isTooLate = presence.type === 'absent' && before !== null && isOver(before, context)
  return isTooLate ? { type: 'cannot_tell', message: tooLate } : presence
}

const wanted = ({ text, hasMedia, plannedAt }: Input, context: StepContext) => ({
  text,
  mediaId: hasMedia ? context.result(uploadName, uploaded).id : null,
  since: plannedAt,
})
