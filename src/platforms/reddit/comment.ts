import { minute } from '../../domain/time.ts'
import { defineAction } from '../shared/action.ts'
import type { StepContext } from '../shared/context.ts'
import { isAccepted, refusal } from './errors.ts'
import { commentInput } from './plan.ts'
import { postResult } from './post.ts'
import { listed, profilePages, published } from './published.ts'
import { findComment } from './reconcile.ts'
import { request } from './request.ts'
import { commentAnswer, newComment } from './wire.ts'

/** Reddit does not document how long a new comment is missing from its lists. */
const settleTime = 2 * minute

/** A first comment by the account under its post. */
export const comment = defineAction({
  kind: 'follow_up',
  input: commentInput,
  perform: async ({ text }, context) => {
    const form = newComment(context.result('post', postResult).id, text)
    const answer = await request(context, { method: 'POST', path: '/api/comment', form })
    if (!isAccepted(answer)) return refusal(answer, 'post', context)
    const made = commentAnswer.parse(answer.json())
    if (made === null) return { type: 'unknown', message: 'Reddit accepted the comment but did not return it.' }
    return { type: 'done', ...published(listed(made, context)) }
  },
  doubt: {
    reconcile: ({ text, before, plannedAt }, context) =>
      findComment(
        {
          postId: context.result('post', postResult).id,
          text,
          since: plannedAt,
          others: before.flatMap((name) => idOf(name, context)),
        },
        context,
      ),
    // Reddit accepts the same text twice, so a comment that is not found in the account's list is not sent again.
    repeatable: () => false,
    settleTime,
    lookAt: (_, author) => profilePages(author),
  },
})

const idOf = (name: string, { result }: Pick<StepContext, 'result'>): string[] => {
  const made = result(name, postResult.nullable())
  return made === null ? [] : [made.id]
}
