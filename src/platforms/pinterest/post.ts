import { z } from 'zod'
import type { Outcome } from '../../domain/outcome.ts'
import { minute } from '../../domain/time.ts'
import { defineAction } from '../shared/action.ts'
import { type Answer, isDone } from '../shared/call.ts'
import type { Author, StepContext } from '../shared/context.ts'
import { unlessUnusable } from '../shared/unusable-file.ts'
import { couldNotFetch, errorIn, quoted, refusal, refusesCover } from './errors.ts'
import { maxInline } from './limits.ts'
import { type Picture, type PostInput, postInput } from './plan.ts'
import { profileUrl, published } from './published.ts'
import { findPin } from './reconcile.ts'
import { request } from './request.ts'
import { readSettings } from './settings.ts'
import { uploaded } from './upload.ts'
import { type Cover, newPin, pin, type Source } from './wire.ts'

/** Saved before a Pin is sent again: without its cover, or with its picture by address instead of in the request. */
const progress = z.object({ coverless: z.boolean(), byAddress: z.exactOptional(z.boolean()) })

type Progress = z.output<typeof progress>

/** Result of the commit. */
export const postResult = z.object({ id: z.string(), isVideo: z.boolean(), coverless: z.boolean() })

/** Pinterest does not document how long a new Pin is missing from its lists: a cautious guess. */
const settleTime = 2 * minute

export const post = defineAction({
  kind: 'commit',
  input: postInput,
  perform: async (input, context) => {
    const { boardId } = input
    if (boardId === null) return noBoard
    const send = async (now: Progress): Promise<Answer> => {
      const json = newPin({ ...input, boardId }, await sourceOf(input, now, context))
      return request(context, { method: 'POST', path: '/pins', json })
    }
    const sendAgain = async (next: Progress): Promise<Outcome> => {
      await context.save(next)
      return outcomeOf(await send(next), input, { ...context, saved: next })
    }
    const now = progressOf(context)
    // The only file that is read for a video is its cover.
    const answer = hasCover(input, now) ? await unlessUnusable(send(now)) : await send(now)
    if (answer === null) return sendAgain({ ...now, coverless: true })
    const next = alternative(answer, input, now)
    return next === null ? outcomeOf(answer, input, context) : sendAgain(next)
  },
  doubt: {
    reconcile: async (input, context) => {
      const presence = await findPin(input, context)
      return presence.type === 'found' && presence.published
        ? { type: 'found', ...done(presence.published.id, input, context) }
        : presence
    },
    // Pinterest has no idempotency key and accepts the same Pin repeatedly.
    repeatable: () => false,
    settleTime,
    lookAt: (_: unknown, author: Author) => [profileUrl(author)],
  },
})

const noBoard: Outcome = {
  type: 'rejected',
  error: 'content_rejected',
  message:
    'The post names no board, and none is saved with the connection. Set `boardId`, or connect the account again and choose a board.',
}

const progressOf = ({ saved }: Pick<StepContext, 'saved'>): Progress =>
  progress.nullable().parse(saved) ?? { coverless: false }

const hasCover = ({ shown }: Pick<PostInput, 'shown'>, { coverless }: Progress): boolean =>
  shown.type === 'video' && shown.cover !== null && !coverless

/** How to send a refused Pin again; null if there is no other way. */
function alternative(answer: Answer, { shown }: PostInput, now: Progress): Progress | null {
  if (hasCover({ shown }, now) && refusesCover(answer)) return { ...now, coverless: true }
  if (shown.type === 'picture' && !now.byAddress && answer.status === 413) return { ...now, byAddress: true }
  return null
}

function outcomeOf(answer: Answer, input: PostInput, context: StepContext): Outcome {
  if (isDone(answer)) return { type: 'done', ...done(pin.parse(answer.json()).id, input, context) }
  const refused = refusal(answer, 'post', context)
  if (!couldNotFetch(answer)) return refused
  const message = progressOf(context).byAddress ? quoted(notFetched, errorIn(answer).words[0]) : refused.message
  return { type: 'retry', error: 'media_unavailable', message }
}

const notFetched =
  'The image is too large for a request to Pinterest, and Pinterest could not fetch it from the media host of this instance, which has to be reachable from the internet.'

const done = (id: string, { shown }: PostInput, context: StepContext) => ({
  result: { id, isVideo: shown.type === 'video', coverless: progressOf(context).coverless },
  published: published(id, context),
})

async function sourceOf({ shown }: PostInput, now: Progress, context: StepContext): Promise<Source> {
  switch (shown.type) {
    case 'picture':
      if (now.byAddress) return { type: 'address', url: await addressOf(shown.picture, context) }
      return { type: 'bytes', ...(await bytesOf(shown.picture, context)) }
    case 'address':
      return { type: 'address', url: shown.url }
    case 'video':
      return {
        type: 'video',
        mediaId: context.result('upload', uploaded).mediaId,
        cover: await coverOrFrame(now.coverless ? null : shown.cover, context),
      }
  }
}

/** Pinterest does not accept a video without any cover. */
const coverOrFrame = async (cover: Picture | null, context: StepContext): Promise<Cover> =>
  cover === null ? { second: readSettings(context).cover_second } : bytesOf(cover, context)

const addressOf = async (picture: Picture, context: StepContext): Promise<string> =>
  picture.url ?? context.hostImage((await bytesOf(picture, context)).bytes)

const bytesOf = async ({ media, mimeType, asJpeg }: Picture, context: StepContext) =>
  asJpeg
    ? { contentType: 'image/jpeg', bytes: await context.jpegOf(media, { maxBytes: maxInline }) }
    : { contentType: mimeType, bytes: await context.readImage(media) }
