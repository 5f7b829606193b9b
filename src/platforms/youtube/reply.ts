import type { Presence } from '../../domain/outcome.ts'
import { isDone } from '../shared/call.ts'
import type { AccountContext } from '../shared/context.ts'
import type { AskedReply, ReplyAction } from '../shared/reads.ts'
import { presenceFrom } from '../shared/refusals.ts'
import { commentResult, isLostComment, pageSize, settleTime } from './comment.ts'
import { refusal } from './errors.ts'
import { request } from './request.ts'
import { addedComment, commentsAnswer, newReply } from './wire.ts'

export const reply: ReplyAction = {
  send: async ({ post, commentId, message }, context) => {
    const answer = await request(context, {
      method: 'POST',
      path: '/comments',
      query: { part: 'snippet' },
      json: newReply(threadOf(commentId), message),
    })
    if (!isDone(answer)) return refusal(answer, 'post', context)
    return { type: 'done', ...commentResult(addedComment.parse(answer.json()).id, post.id, context) }
  },
  find: findReply,
  settleTime,
}

/** YouTube has no replies to replies: they belong to the same comment, and their IDs begin with its ID. */
const threadOf = (commentId: string): string => commentId.split('.', 1)[0] ?? commentId

async function findReply(
  { post, commentId, message, since, others }: AskedReply,
  context: AccountContext,
): Promise<Presence> {
  const answer = await request(context, {
    method: 'GET',
    path: '/comments',
    query: { part: 'snippet', parentId: threadOf(commentId), textFormat: 'plainText', maxResults: pageSize },
  })
  if (!isDone(answer)) return presenceFrom(refusal(answer, 'read', context))
  const { items, next } = commentsAnswer.parse(answer.json())
  const found = items.find((one) => isLostComment({ text: message, since, others }, one, context))
  if (found) return { type: 'found', ...commentResult(found.id, post.id, context) }
  // The order of the list is not documented.
  return next === null
    ? { type: 'absent' }
    : { type: 'cannot_tell', message: 'The comment has too many replies to search them all.' }
}
