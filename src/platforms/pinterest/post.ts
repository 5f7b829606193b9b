import { z } from 'zod'
import type { Outcome } from '../../domain/outcome.ts'
import { minute } from '../../domain/time.ts'
import { defineAction } from '../shared/action.ts'
import { type Answer, isDone } from '../shared/call.ts'
import type { Author, StepContext } from '../shared/context.ts'
import { couldNotFetch, refusal, refusesCover } from './errors.ts'
import { maxInline } from './limits.ts'
import { type Picture, type PostInput, postInput } from './plan.ts'
import { profileUrl, published } from './published.ts'
import { findPin } from './reconcile.ts'
import { request } from './request.ts'
import { readSettings } from './settings.ts'
import { uploaded } from './upload.ts'
import { type Cover, newPin, pin, type Source } from './wire.ts'

/** Saved before a Pin is sent again without its cover. */
const progress = z.object({ coverless: z.boolean() })

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
    const send = async (cover: Picture | null): Promise<Answer> => {
      const json = newPin({ ...input, boardId }, await sourceOf(input, cover, context))
      return request(context, { method: 'POST', path: '/pins', json })
    }
    const cover = coverOf(input, context)
    const answer = await send(cover)
    if (cover === null || !refusesCover(answer)) return outcomeOf(answer, input, context)
    await context.save({ coverless: true })
    return outcomeOf(await send(null), input, { ...context, saved: { coverless: true } })
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

const isCoverless = ({ saved }: Pick<StepContext, 'saved'>): boolean =>
  progress.nullable().parse(saved)?.coverless ?? false

const coverOf = ({ shown }: PostInput, context: StepContext): Picture | null =>
  shown.type === 'video' && !isCoverless(context) ? shown.cover : null

function outcomeOf(answer: Answer, input: PostInput, context: StepContext): Outcome {
  if (isDone(answer)) return { type: 'done', ...done(pin.parse(answer.json()).id, input, context) }
  const refused = refusal(answer, 'post', context)
  return couldNotFetch(answer) ? { type: 'retry', error: 'media_unavailable', message: refused.message } : refused
}

const done = (id: string, { shown }: PostInput, context: StepContext) => ({
  result: { id, isVideo: shown.type === 'video', coverless: isCoverless(context) },
  published: published(id, context),
})

async function sourceOf({ shown }: PostInput, cover: Picture | null, context: StepContext): Promise<Source> {
  switch (shown.type) {
    case 'picture':
      return { type: 'bytes', ...(await bytesOf(shown.picture, context)) }
    case 'address':
      return { type: 'address', url: shown.url }
    case 'video':
      return {
        type: 'video',
        mediaId: context.result('upload', uploaded).mediaId,
        cover: await coverOrFrame(cover, context),
      }
  }
}

/** Pinterest does not accept a video without any cover. */
const coverOrFrame = async (cover: Picture | null, context: StepContext): Promise<Cover> =>
  cover === null ? { second: readSettings(context).cover_second } : bytesOf(cover, context)

const bytesOf = async ({ media, mimeType, asJpeg }: Picture, context: StepContext) =>
  asJpeg
    ? { contentType: 'image/jpeg', bytes: await context.jpegOf(media, { maxBytes: maxInline }) }
    : { contentType: mimeType, bytes: await context.readImage(media) }
