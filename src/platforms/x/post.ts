import type { z } from 'zod'
import type { Outcome } from '../../domain/outcome.ts'
import { minute } from '../../domain/time.ts'
import { defineAction } from '../shared/action.ts'
import { isDone, webOf } from '../shared/call.ts'
import type { AccountContext, Author, StepContext } from '../shared/context.ts'
import { refusal } from './errors.ts'
import { postInput } from './plan.ts'
import { uploaded } from './processing.ts'
import { published } from './published.ts'
import { findPost } from './reconcile.ts'
import { request } from './request.ts'
import { createdPost, type NewPost, newPost } from './wire.ts'

/** No page of X says how far its timelines lag behind: a cautious guess. */
export const settleTime = minute

export const lookAt = (_: unknown, author: Author): readonly string[] => [
  `${webOf(author)}/${author.account.username ?? `i/user/${author.account.remoteId}`}`,
]

export const post = defineAction({
  kind: 'commit',
  input: postInput,
  perform: (input, context) => create(wantedPost(input, context), context),
  doubt: {
    reconcile: (input, context) => findPost(wantedPost(input, context), context),
    search: async ({ text, uploads }, since, context) =>
      text.trim() === ''
        ? { type: 'cannot_tell', message: 'A post without text can’t be told from others.' }
        : findPost({ text, mediaIds: uploads.length > 0 ? null : [], replyTo: null, since }, context),
    // X has no key for a repeat, but refuses a text that the account has posted lately (403 "duplicate content", issue
    // 163 of iembot, 2026-02). It is not known whether the same text with media is refused, so it is never sent twice.
    repeatable: ({ text, uploads }) => text.trim() !== '' && uploads.length === 0,
    settleTime,
    lookAt,
  },
})

const wantedPost = ({ text, uploads, plannedAt }: z.output<typeof postInput>, context: StepContext) => ({
  text,
  mediaIds: uploads.map((name) => context.result(name, uploaded).id),
  replyTo: null,
  since: plannedAt,
})

export async function create(wanted: NewPost, context: AccountContext): Promise<Outcome> {
  const answer = await request(context, { method: 'POST', path: '/2/tweets', json: newPost(wanted) })
  if (!isDone(answer)) return refusal(answer, 'post', context)
  return { type: 'done', ...published(createdPost.parse(answer.json()).data, context) }
}
