import { z } from 'zod'
import type { Outcome, Presence } from '../../domain/outcome.ts'
import { minute, second } from '../../domain/time.ts'
import { defineAction } from '../shared/action.ts'
import { isDone, isFault, publishTimeout, Unreadable } from '../shared/call.ts'
import type { Author, StepContext } from '../shared/context.ts'
import { graphErrorIn } from '../shared/meta-errors.ts'
import { readyIds } from './container.ts'
import { gone, isRestricted, notReady, refusal } from './errors.ts'
import { mainReady, type PostInput, postInput } from './plan.ts'
import { profileUrl, published } from './published.ts'
import { stateOf } from './ready.ts'
import { continueRebuild, isComplete, type Rebuilt, rebuild, rebuilt } from './rebuild.ts'
import { findPost } from './reconcile.ts'
import { request } from './request.ts'
import { permalink, published as publishedAnswer } from './wire.ts'

/** The progress of publishing, if one call was not enough. */
const progress = rebuilt.extend({
  /** Instagram has refused the account once, but may have published the post. */
  restricted: z.boolean(),
  /** The published post while its URL is unknown, and how often Instagram was asked for it. */
  post: z.object({ id: z.string(), asked: z.number() }).nullable(),
})
type Progress = z.output<typeof progress>

const atFirst: Progress = { fresh: null, times: 0, restricted: false, post: null }

const read = ({ saved }: Pick<StepContext, 'saved'>): Progress => progress.nullable().parse(saved) ?? atFirst

/**
 * A similar call got its response after 222 seconds (zernio-python issue 42, about Threads). Ours is given up after 110, so
 * even such a call has ended when this time is over, too.
 */
const settleTime = 2 * minute

const notReadyPause = 5 * second
const addressPause = 5 * second
/** After that the post is completed without its URL. */
const maxAddressQuestions = 4

export const post = defineAction({
  kind: 'commit',
  input: postInput,
  perform: async (input, context) => {
    const now = read(context)
    if (now.post !== null) return withAddress(now.post, now, context)
    const before = await beforehand(() => readFirst(input, now, context))
    return 'type' in before ? before : publish(input, before.publishes, now, context)
  },
  doubt: {
    reconcile: async (input, context) => {
      const now = read(context)
      if (now.post !== null) return { type: 'found', ...published(now.post.id, null) }
      if (!isComplete(input, now)) return { type: 'absent' }
      const state = await stateOf(containerOf(input, now, context), context)
      if (state.type === 'refused') return state.outcome.type === 'rejected' ? cannotTell : presenceOf(state.outcome)
      // A container that is ready and not published shows that there is no post.
      if (state.type !== 'published' && state.type !== 'hidden') return { type: 'absent' }
      const presence = await findPost(input, context)
      return presence.type === 'absent' ? cannotTell : presence
    },
    search: (input, since, context) => findPost({ ...input, plannedAt: since }, context),
    // The status of the container is read before every attempt.
    repeatable: () => true,
    settleTime,
    lookAt: (_: unknown, author: Author) => [profileUrl(author)],
  },
})

/** The container to publish, or the outcome if none can be published now. */
async function readFirst(
  input: PostInput,
  now: Progress,
  context: StepContext,
): Promise<{ readonly publishes: string } | Outcome> {
  const keep = (fresh: Rebuilt) => context.save({ ...now, ...fresh })
  const waits = await continueRebuild(input, now, keep, context)
  if (waits !== null) return waits
  const id = containerOf(input, now, context)
  const state = await stateOf(id, context)
  switch (state.type) {
    case 'refused':
      return notAsked(state.outcome)
    case 'published':
      return found(await findPost(input, context))
    case 'failed':
      return rebuild(input, now, keep, context)
    case 'working':
      return { type: 'wait', pause: notReadyPause }
    case 'ready':
    case 'hidden':
      return now.restricted ? restriction : { publishes: id }
  }
}

/** A failure before the call that publishes is no reason for doubt. */
async function beforehand<T>(run: () => Promise<T>): Promise<T | Outcome> {
  try {
    return await run()
  } catch (error) {
    if (!isUnanswered(error)) throw error
    return {
      type: 'retry',
      error: 'platform_unavailable',
      message: 'The status of the media at Instagram could not be read.',
    }
  }
}

/** A failed connection or an unreadable response. */
const isUnanswered = (error: unknown): boolean =>
  isFault(error) || error instanceof z.ZodError || error instanceof Unreadable

const restriction: Outcome = {
  type: 'rejected',
  error: 'platform_rejected',
  message: 'Instagram currently restricts what this account can do. Try again tomorrow.',
}

const cannotTell: Presence = {
  type: 'cannot_tell',
  message: 'Instagram reports the post as published but does not return its ID.',
}

type RefusedOutcome = Extract<Awaited<ReturnType<typeof stateOf>>, { type: 'refused' }>['outcome']

const presenceOf = (outcome: RefusedOutcome): Presence =>
  outcome.type === 'rejected' || outcome.type === 'unknown'
    ? { type: 'cannot_tell', message: outcome.message }
    : outcome

/** Reading publishes nothing. */
const notAsked = (outcome: RefusedOutcome): Outcome =>
  outcome.type === 'unknown' ? { ...outcome, type: 'retry', error: 'platform_unavailable' } : outcome

const found = (presence: Presence): Outcome =>
  presence.type === 'found'
    ? { ...presence, type: 'done' }
    : { type: 'unknown', message: 'Instagram reports the post as published but does not list it.' }

function containerOf({ main }: PostInput, { fresh }: Progress, { result }: StepContext): string {
  const id = fresh?.[main.name]?.id ?? result(mainReady, readyIds).ids[main.name]
  if (id === undefined) throw new Error('There is no container to publish.')
  return id
}

async function publish(input: PostInput, id: string, now: Progress, context: StepContext): Promise<Outcome> {
  const answer = await request(context, {
    method: 'POST',
    path: `/${context.account.remoteId}/media_publish`,
    json: { creation_id: id },
    headersTimeout: publishTimeout,
  })
  if (isDone(answer)) {
    const post = publishedAnswer.parse(answer.json())
    return withAddress({ id: post.id, asked: 0 }, now, context)
  }
  const { subcode } = graphErrorIn(answer) ?? { subcode: null }
  if (subcode === notReady) return { type: 'wait', pause: notReadyPause }
  if (subcode !== null && gone.includes(subcode))
    return rebuild(input, now, (fresh) => context.save({ ...now, ...fresh }), context)
  if (subcode === isRestricted) await context.save({ ...now, restricted: true })
  return refusal(answer, 'post', context)
}

/** If Instagram does not return the URL of a post, it is asked again. That publishes nothing. */
async function withAddress(
  { id, asked }: NonNullable<Progress['post']>,
  now: Progress,
  context: StepContext,
): Promise<Outcome> {
  const url = await addressOf(id, context)
  if (url !== null || asked >= maxAddressQuestions) return { type: 'done', ...published(id, url) }
  await context.save({ ...now, post: { id, asked: asked + 1 } })
  return { type: 'wait', pause: addressPause }
}

async function addressOf(id: string, context: StepContext): Promise<string | null> {
  try {
    const answer = await request(context, { method: 'GET', path: `/${id}`, query: { fields: 'permalink' } })
    return isDone(answer) ? (permalink.parse(answer.json()).permalink ?? null) : null
  } catch (error) {
    if (isUnanswered(error)) return null
    throw error
  }
}
