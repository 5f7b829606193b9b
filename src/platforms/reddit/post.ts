import { z } from 'zod'
import type { Outcome } from '../../domain/outcome.ts'
import { minute } from '../../domain/time.ts'
import { defineAction } from '../shared/action.ts'
import type { StepContext } from '../shared/context.ts'
import { isAccepted, refusal } from './errors.ts'
import { type PostInput, postInput } from './plan.ts'
import { profilePages, published } from './published.ts'
import { findPost } from './reconcile.ts'
import { request } from './request.ts'
import { uploaded } from './upload.ts'
import { newPost, type PostBody, submitAnswer } from './wire.ts'

/** Result of the commit. */
export const postResult = z.object({ id: z.string() })

/** Text and links are reportedly listed at once, images after some minutes (Postiz waits for ten, 2026-08). */
const settleTime = { post: 2 * minute, image: 10 * minute } as const

/**
 * Reddit has no idempotency key and accepts the same post repeatedly; only some communities refuse a link that they already
 * have. So nothing is ever submitted twice: after a lost response the account's own posts are searched, and if the post is
 * not among them, a person has to decide the job.
 */
const repeatable = () => false

const kindOf = ({ url }: Pick<PostInput, 'url'>): 'self' | 'link' => (url === null ? 'self' : 'link')

/** A text or a link. */
export const post = defineAction({
  kind: 'commit',
  input: postInput,
  perform: (input, context) => submit(input, { kind: kindOf(input), url: input.url }, context),
  doubt: {
    reconcile: (input, context) => findPost(input, kindOf(input), context),
    repeatable,
    settleTime: settleTime.post,
    lookAt: (_, author) => profilePages(author),
  },
})

/**
 * An image. Reddit first accepts it and creates the post later, without returning its ID. The result is in the account's own
 * posts, which are searched in any case (there is also a websocket, but its message can be lost). So every accepted image is
 * in doubt, mostly for a moment, and until then no other post of the account is sent.
 */
export const postImage = defineAction({
  kind: 'commit',
  input: postInput,
  perform: (input, context) => submit(input, { kind: 'image', url: context.result('upload', uploaded).url }, context),
  doubt: {
    reconcile: (input, context) => findPost(input, 'image', context),
    repeatable,
    settleTime: settleTime.image,
    lookAt: (_, author) => profilePages(author),
  },
})

async function submit(input: PostInput, shown: PostBody, context: StepContext): Promise<Outcome> {
  const answer = await request(context, { method: 'POST', path: '/api/submit', form: newPost(input, shown) })
  if (!isAccepted(answer)) return refusal(answer, 'post', context)
  const made = submitAnswer.parse(answer.json())
  if (made === null) return { type: 'unknown', message: 'Reddit accepted the post but does not show it yet.' }
  return { type: 'done', ...published(made) }
}
