import type { Presence, Refusal } from '../../domain/outcome.ts'
import { isDone } from '../shared/call.ts'
import type { AccountContext } from '../shared/context.ts'
import { isCommentId } from '../shared/meta-graph.ts'
import type { AskedReply, ReplyAction } from '../shared/reads.ts'
import { presenceFrom } from '../shared/refusals.ts'
import { addComment, findComment, settleTime } from './comment.ts'
import { refusal } from './errors.ts'
import { request } from './request.ts'
import { commentParent } from './wire.ts'

/** An answer to an answer goes below the comment at the top (developers.facebook.com, IG Comment Replies, 2026-09). */
export const reply: ReplyAction = {
  send: async ({ commentId, message }, context) =>
    isCommentId(commentId) ? addComment(`/${commentId}/replies`, message, context) : noComment,
  find: findReply,
  settleTime,
}

async function findReply(
  { commentId, message, since, others }: AskedReply,
  context: AccountContext,
): Promise<Presence> {
  if (!isCommentId(commentId)) return { type: 'absent' }
  const answer = await request(context, {
    method: 'GET',
    path: `/${commentId}`,
    query: { fields: 'id,parent_id' },
  })
  if (!isDone(answer)) return presenceFrom(refusal(answer, 'read', context))
  const { parent_id: top } = commentParent.parse(answer.json())
  return findComment({ path: `/${top ?? commentId}/replies`, text: message, since, others }, context)
}

const noComment: Refusal = {
  type: 'rejected',
  error: 'platform_rejected',
  message: 'That is not the ID of a comment on Instagram.',
}
