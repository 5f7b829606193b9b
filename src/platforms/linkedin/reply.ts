import { isDone } from '../shared/call.ts'
import type { AccountContext } from '../shared/context.ts'
import type { ReadResult, ReplyAction } from '../shared/reads.ts'
import { presenceFrom } from '../shared/refusals.ts'
import { addComment, findComment, settleTime } from './comment.ts'
import { refusal } from './errors.ts'
import { mayRead } from './permissions.ts'
import { encoded, request } from './request.ts'
import { commentAnswer, objectOf } from './wire.ts'

/** LinkedIn has one level of replies: a reply to a reply is placed under the same comment, its parent. */
export const reply: ReplyAction = {
  send: async ({ commentId, message }, context) => {
    const object = objectOf(commentId)
    if (object === null) return noComment
    const top = await topOf(commentId, object, context)
    if (top.type !== 'read') return top
    return addComment({ object, parent: top.value, text: message }, context)
  },
  find: async ({ commentId, message, since, others }, context) => {
    const object = objectOf(commentId)
    if (object === null) return { type: 'absent' }
    if (!mayRead('comments', context)) return unseen
    const top = await topOf(commentId, object, context)
    if (top.type !== 'read') return presenceFrom(top)
    return findComment(top.value, { text: message, since, isOther: (id) => others.includes(id) }, context)
  },
  settleTime,
}

const noComment = {
  type: 'rejected',
  error: 'platform_rejected',
  message: 'This is not the ID of a comment on LinkedIn.',
} as const

const unseen = { type: 'cannot_tell', message: 'The login has no permission to read comments on LinkedIn.' } as const

/** Without permission to read comments, each is taken to be a top-level one. */
async function topOf(commentId: string, object: string, context: AccountContext): Promise<ReadResult<string>> {
  if (!mayRead('comments', context)) return { type: 'read', value: commentId }
  const number = /,(\d+)\)$/.exec(commentId)?.[1] ?? ''
  const answer = await request(context, {
    method: 'GET',
    path: `/rest/socialActions/${encoded(object)}/comments/${number}`,
  })
  if (!isDone(answer)) return refusal(answer, 'read', context)
  return { type: 'read', value: commentAnswer.parse(answer.json()).parentComment ?? commentId }
}
