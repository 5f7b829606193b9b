import { z } from 'zod'
import type { Outcome, Presence } from '../../domain/outcome.ts'
import { minute, second } from '../../domain/time.ts'
import { type Answer, isDone, publishTimeout } from '../shared/call.ts'
import type { AccountContext, StepContext } from '../shared/context.ts'
import { presenceFrom } from '../shared/refusals.ts'
import { type Container, container, type Form, faultAsRetry, isRefusal, makeContainer, statusOf } from './container.ts'
import { publishingFault, refusal } from './errors.ts'
import { failed } from './prepare.ts'
import { published } from './published.ts'
import { findPost, permalinkOf, type SoughtPost } from './reconcile.ts'
import { request } from './request.ts'
import { madeAnswer } from './wire.ts'

/** A container to publish. */
export interface Publication {
  /** Made by an earlier step; null: it is made here. */
  readonly ready: Container | null
  /** The form of a new container, if there is none or Threads has lost it. */
  readonly form: () => Form
  readonly shown: Omit<SoughtPost, 'since'>
}

/** The progress of a publication that was interrupted or had to wait. */
const progress = z.object({
  container: container.nullable(),
  made: z.number(),
  /** How often Threads did not find this container when it was to be published. */
  misses: z.number(),
  restricted: z.boolean(),
  /** It is published, and Threads did not tell yet where; how often it was asked. */
  post: z.object({ id: z.string(), asked: z.number() }).nullable(),
})

type PublishProgress = z.output<typeof progress>

interface Made extends PublishProgress {
  readonly container: Container
}

const readProgress = ({ ready }: Publication, { saved }: StepContext): PublishProgress =>
  progress.nullable().parse(saved) ?? { container: ready, made: 0, misses: 0, restricted: false, post: null }

/** A lost call may still take effect until then; one took 222 seconds (zernio-python issue 42), ours end after 110. */
export const settleTime = 2 * minute

/** A container with only text that is not ready by then fails. */
const longestPreparing = 30 * minute
const usualPause = 5 * second

/** How long until it is tried again, by how often Threads did not find it; it advises half a minute between the two calls. */
const missPauses = [10 * second, 20 * second, 30 * second]

/** Maximum number of further containers after lost ones. */
const maxMade = 3

/** A new post may not be found for some seconds; the post is worth more than its address. */
const maxAddressQuestions = 4

/** Publishes a post that is certainly not published: a doubt was resolved before. */
export async function publish(what: Publication, context: StepContext): Promise<Outcome> {
  const { container: ready, ...before } = readProgress(what, context)
  if (before.post !== null) return addressed(before.post, { ...before, container: ready }, context)
  const now = ready === null ? await make(what, before, context) : { ...before, container: ready }
  if ('type' in now) return now
  const status = await faultAsRetry(statusOf(now.container, context))
  if (isRefusal(status)) return status
  switch (status.state) {
    case 'published':
      return { type: 'unknown', message: 'Threads has published the post, but its response was lost.' }
    case 'preparing':
      return context.clock.now() - now.container.at > longestPreparing
        ? failed(status)
        : { type: 'wait', pause: usualPause }
    case 'expired':
    case 'failed':
      return now.made < maxMade ? makeAgain(now, context) : failed(status)
    case 'finished':
      return finish(now, context)
  }
}

async function make(
  what: Publication,
  before: Omit<PublishProgress, 'container'>,
  context: StepContext,
): Promise<Made | Outcome> {
  const made = await faultAsRetry(makeContainer(what.form(), context))
  if (isRefusal(made)) return made
  const now = { ...before, container: made, made: before.made + 1, misses: 0 }
  await context.save(now)
  return now
}

async function makeAgain(now: PublishProgress, context: StepContext): Promise<Outcome> {
  await context.save({ ...now, container: null, misses: 0 })
  return { type: 'wait', pause: usualPause }
}

async function finish(now: Made, context: StepContext): Promise<Outcome> {
  if (now.restricted) return restricted
  if (now.misses >= missPauses.length) return now.made < maxMade ? makeAgain(now, context) : lost
  const answer = await sendContainer(now.container.id, context)
  if (isDone(answer)) return addressed({ id: madeAnswer.parse(answer.json()).id, asked: 0 }, now, context)
  const fault = publishingFault(answer)
  if (fault === 'not found') {
    await context.save({ ...now, misses: now.misses + 1 })
    return { type: 'wait', pause: missPauses[now.misses] ?? usualPause }
  }
  if (fault === 'restricted') await context.save({ ...now, restricted: true })
  return refusal(answer, 'post', context)
}

/** Waits a little for the address. The ID is kept before, so that nothing more is asked of a post that is there. */
async function addressed(
  post: NonNullable<PublishProgress['post']>,
  now: PublishProgress,
  context: StepContext,
): Promise<Outcome> {
  const url = await permalinkOf(post.id, context)
  const asked = post.asked + 1
  if (url !== null || asked >= maxAddressQuestions) return { type: 'done', ...published(post.id, url) }
  await context.save({ ...now, post: { ...post, asked } })
  return { type: 'wait', pause: usualPause }
}

export const sendContainer = (id: string, context: AccountContext): Promise<Answer> =>
  request(context, {
    method: 'POST',
    path: '/me/threads_publish',
    form: { creation_id: id },
    headersTimeout: publishTimeout,
  })

/** Threads refused the account before and has not published the post. */
const restricted: Outcome = {
  type: 'rejected',
  error: 'platform_rejected',
  message: 'Threads has restricted the account. Open Threads to see why.',
}

const lost: Outcome = {
  type: 'rejected',
  error: 'platform_unavailable',
  message: 'Threads repeatedly lost the post before it was published. Retry the job later.',
}

/** Reads the status of the container, and searches the account's posts only if that is published. */
export async function whetherPublished(what: Publication, context: StepContext): Promise<Presence> {
  const { container: made, post } = readProgress(what, context)
  if (post !== null) return { type: 'found', ...published(post.id, await permalinkOf(post.id, context)) }
  if (made === null) return { type: 'absent' }
  const status = await statusOf(made, context)
  if (isRefusal(status)) return presenceFrom(status)
  if (status.state !== 'published') return { type: 'absent' }
  const presence = await findPost({ ...what.shown, since: made.at }, context)
  if (presence.type !== 'absent') return presence
  return { type: 'cannot_tell', message: 'Threads has published the post but does not list it yet.' }
}
