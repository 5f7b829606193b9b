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
 * Kept from the first try on until LinkedIn has surely not taken it: when that was, in milliseconds since 1970, and the
 * post that LinkedIn has named as the same.
 */
const attempted = z.object({ since: z.number(), duplicate: z.string().nullable() })

type Attempted = z.output<typeof attempted>

/** No page of LinkedIn's says how far its lists lag behind: a cautious guess. */
const settleTime = minute

/** The pause while LinkedIn still processes the media. */
const mediaPause = 20 * second

export const post = defineAction({
  kind: 'commit',
  input: postInput,
  perform: async (input, context) => {
    const before = attempted.nullable().parse(context.saved)
    // Whatever was between the question and this try: LinkedIn may have forgotten what it would refuse a second of.
    if (before !== null && isOver(before, context)) return { type: 'unknown', message: tooLate }
    const { since } = before ?? { since: context.clock.now() }
    if (before === null) await context.save({ since, duplicate: null })
    const answer = await create(input, context).catch((error: unknown) => unlessUnsent(error, before, context))
    if ('type' in answer) return answer
    if (isDone(answer)) return { type: 'done', ...published(urnIn(answer), context) }
    if (before === null && isUnderWay(answer)) return surelyNot({ type: 'wait', pause: mediaPause }, context)
    const refused = notReady(answer, before) ?? refusal(answer, 'post', context)
    const duplicate = duplicateOf(answer)
    // Of a first try it is somebody else's; whoever settles a doubt looks whose it is.
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
    // LinkedIn refuses what equals a post of the last ten minutes, and names that post (422 DUPLICATE_POST); what was
    // first tried earlier than `resend_minutes` ago is never told to be absent.
    repeatable: () => true,
    settleTime,
    lookAt: (_, author) => [profileUrl(author)],
  },
})

const tooLate = 'The post may exist, and LinkedIn would no longer refuse a duplicate.'

const isOver = ({ since }: Attempted, context: StepContext): boolean =>
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

/** Its processing is no fault of the post: whoever may not ask how far it is tries until it is over. */
const isUnderWay = (answer: Answer): boolean => isRefusedWith('MEDIA_ASSET_WAITING_UPLOAD', answer)

/** Media that a post is too early for may be told as forbidden, too (posts-api, 2026-09). */
function notReady(answer: Answer, before: Attempted | null): Refusal | null {
  const isEarly = before === null && errorIn(answer).words.some((words) => /resource is forbidden/i.test(words))
  if (!isEarly && !isUnderWay(answer)) return null
  const message = 'LinkedIn has not finished processing the media of this post.'
  return { type: 'retry', error: 'media_rejected', message, pause: mediaPause }
}

/** Of a first try of which nothing has left there is nothing to keep. */
async function unlessUnsent(error: unknown, before: Attempted | null, context: StepContext): Promise<Outcome> {
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
 * A try before this one may have been taken, and what LinkedIn has against this one says nothing of it, unless the
 * account's posts were looked through in between.
 */
async function stillInDoubt(refused: Outcome, context: StepContext): Promise<Outcome> {
  if (mayRead('posts', context)) return surelyNot(refused, context)
  const isRenewable = refused.type === 'expired' && context.credentials.refreshToken !== null
  return isRenewable || !('message' in refused) ? refused : { type: 'unknown', message: refused.message }
}

/**
 * Of an account whose posts can't be read there is nothing to ask: it is sent again, and LinkedIn then says itself
 * whether it is there.
 */
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
