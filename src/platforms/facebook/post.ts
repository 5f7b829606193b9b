import { z } from 'zod'
import type { Outcome, Presence } from '../../domain/outcome.ts'
import { minute } from '../../domain/time.ts'
import { defineAction } from '../shared/action.ts'
import { type Answer, isDone, publishTimeout, webOf } from '../shared/call.ts'
import type { Author, StepContext } from '../shared/context.ts'
import { presenceFrom } from '../shared/refusals.ts'
import { refusal } from './errors.ts'
import { uploadedPhoto } from './photo.ts'
import { feedInput } from './plan.ts'
import { addressOf, published } from './published.ts'
import { findPost, type SoughtPost } from './reconcile.ts'
import { ofPage, request } from './request.ts'
import { type FeedKind, isHiddenFirst } from './settings.ts'
import { madeAnswer, successAnswer } from './wire.ts'

type Input = z.output<typeof feedInput>

/** No page of Facebook's says how far its lists lag behind: a cautious guess. */
export const settleTime = 2 * minute

export const lookAt = (_: unknown, author: Author): readonly string[] => [`${webOf(author)}/${author.account.remoteId}`]

/** A post that was created hidden; it may be visible already. */
const hidden = z.object({ id: z.string(), permalink: z.string().nullable(), isShown: z.boolean() })

export const post = defineAction({
  kind: 'commit',
  input: feedInput,
  perform: (input, context) =>
    isHiddenFirst(kindOf(input), context) ? showHidden(input, context) : show(input, context),
  doubt: {
    reconcile,
    search: ({ text, link, photos }, since, context) =>
      findPost({ text, link, photos: [], hasLostPhotos: photos.length > 0, since }, context),
    // Facebook refuses what is the same as the Page's last post (506, in its documentation), and photos that are in a
    // post already (1366051, postiz-app); a hidden post that was lost is seen by nobody, and one that is known is shown
    // once, however often it is told to.
    repeatable: () => true,
    settleTime,
    lookAt,
  },
})

const kindOf = ({ photos, link }: Input): FeedKind => (photos.length > 0 ? 'photos' : link === null ? 'text' : 'link')

const photosOf = ({ photos }: Input, context: StepContext): string[] =>
  photos.map((name) => context.result(name, uploadedPhoto).id)

async function show(input: Input, context: StepContext): Promise<Outcome> {
  const answer = await create(input, {}, 'id,permalink_url', context)
  if (!isDone(answer)) return refusal(answer, 'post', context)
  return { type: 'done', ...made(answer, context) }
}

function create(
  input: Input,
  more: Readonly<Record<string, string>>,
  fields: string,
  context: StepContext,
): Promise<Answer> {
  const { text, link } = input
  const photos = photosOf(input, context).map((id) => ({ media_fbid: id }))
  return ofPage(context, {
    method: 'POST',
    path: '/feed',
    headersTimeout: publishTimeout,
    query: { fields },
    form: {
      ...(text === '' ? {} : { message: text }),
      ...(link === null ? {} : { link }),
      ...(photos.length === 0 ? {} : { attached_media: JSON.stringify(photos) }),
      ...more,
    },
  })
}

function made(answer: Answer, context: StepContext) {
  const { id, permalink_url: permalink } = madeAnswer.parse(answer.json())
  return published({ id, postId: id, url: addressOf(permalink, `/${id}`, context) })
}

async function showHidden(input: Input, context: StepContext): Promise<Outcome> {
  const begun = hidden.nullable().parse(context.saved) ?? (await hide(input, context))
  if ('type' in begun) return begun
  const { id, permalink, isShown } = begun
  const done = {
    type: 'done' as const,
    ...published({ id, postId: id, url: addressOf(permalink, `/${id}`, context) }),
  }
  if (isShown) return done
  const answer = await request(context, { method: 'POST', path: `/${id}`, form: { is_published: 'true' } })
  if (!isDone(answer)) return refusal(answer, 'post', context)
  successAnswer.parse(answer.json())
  return done
}

/** One report says that posts with photos or links become visible at once. */
async function hide(input: Input, context: StepContext): Promise<z.output<typeof hidden> | Outcome> {
  const answer = await create(input, { published: 'false' }, 'id,permalink_url,is_published', context)
  if (!isDone(answer)) return refusal(answer, 'post', context)
  const { id, permalink_url: permalink, is_published: isShown } = madeAnswer.parse(answer.json())
  const state = { id, permalink: permalink ?? null, isShown: isShown === true }
  await context.save(state)
  return state
}

async function reconcile(input: Input, context: StepContext): Promise<Presence> {
  const begun = hidden.nullable().parse(context.saved)
  if (begun === null) return findPost(wantedPost(input, context), context)
  const answer = await request(context, {
    method: 'GET',
    path: `/${begun.id}`,
    query: { fields: 'id,permalink_url,is_published' },
  })
  if (!isDone(answer)) return presenceFrom(refusal(answer, 'read', context))
  const isShown = madeAnswer.parse(answer.json()).is_published
  if (isShown === true) return { type: 'found', ...made(answer, context) }
  return isShown === false
    ? { type: 'absent' }
    : { type: 'cannot_tell', message: 'Facebook does not report whether the post is published.' }
}

const wantedPost = (input: Input, context: StepContext): SoughtPost => ({
  text: input.text,
  link: input.link,
  photos: photosOf(input, context),
  since: input.plannedAt,
})
