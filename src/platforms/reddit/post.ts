import { z } from 'zod'
import type { Outcome } from '../../domain/outcome.ts'
import { minute } from '../../domain/time.ts'
import { defineAction, type StepContext } from '../shared/live.ts'
import { isTaken, refusal } from './errors.ts'
import { type PostInput, postInput } from './plan.ts'
import { profilePages, published } from './published.ts'
import { findPost } from './reconcile.ts'
import { request } from './request.ts'
import { uploaded } from './upload.ts'
import { newPost, type Shown, submitAnswer } from './wire.ts'

/** What the commit brings. */
export const postResult = z.object({ id: z.string() })

/** Text and links are said to be listed at once, images after some minutes (Postiz waits for ten, 2026-08). */
const settleTime = { post: 2 * minute, image: 10 * minute } as const

/**
 * Reddit has no key for a repeat, and takes the same post as often as it comes; that it refuses a link that the community
 * has already is a choice of the community. So nothing is ever submitted twice: a lost answer is settled by looking
 * through the account's own posts, and what is not found there is for a person to settle.
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
 * An image. Reddit takes it first and makes the post of it later, without saying which: what became of it is told by a
 * socket, whose answer can be lost like any other, or by the account's own posts, which are looked through in any case.
 * So every image that was taken is in doubt, for a moment mostly, and no other post of the account goes out meanwhile.
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

async function submit(input: PostInput, shown: Shown, context: StepContext): Promise<Outcome> {
  const answer = await request(context, { method: 'POST', path: '/api/submit', form: newPost(input, shown) })
  if (!isTaken(answer)) return refusal(answer, 'post', context)
  const made = submitAnswer.parse(answer.json())
  if (made === null) return { type: 'unknown', message: 'Reddit has taken the post, and does not show it yet.' }
  return { type: 'done', ...published(made) }
}
