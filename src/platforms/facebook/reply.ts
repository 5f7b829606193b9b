import type { Refusal } from '../../domain/outcome.ts'
import { isCommentId } from '../shared/meta-graph.ts'
import type { ReplyAction } from '../shared/reads.ts'
import { addComment, findComment, settleTime } from './comment.ts'

/** An answer to an answer stands under the same comment as that. */
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
