import type { Refusal } from '../../domain/outcome.ts'
import { isCommentId } from '../shared/meta-graph.ts'
import type { ReplyAction } from '../shared/reads.ts'
import { addComment, findComment, settleTime } from './comment.ts'

/** A reply to a reply is placed under the same comment. */
export const reply: ReplyAction = {
  send: async ({ commentId, message }, context) =>
    isCommentId(commentId) ? addComment(commentId, message, context) : noComment,
  find: ({ post, message, since, others }, context) =>
    findComment(post.id, { text: message, since, parent: null, isOther: (id) => others.includes(id) }, context),
  settleTime,
}

const noComment: Refusal = {
  type: 'rejected',
  error: 'platform_rejected',
  message: 'That is not the ID of a comment on Facebook.',
}
